// What the scripts look for in the pages. The templates and the scripts are made for each other:
// a part that is listed without "| null" is on every page whose script looks for it, and carries
// the data attributes that the script reads. A part that comes and goes says so.

type PagePart<E extends Element = HTMLElement> = E & { readonly dataset: Record<string, string> };
type Form<Fields> = PagePart<HTMLFormElement> & { readonly elements: Fields };
type Radios = Iterable<HTMLInputElement> & { value: string };
type Button = PagePart<HTMLButtonElement>;
type Input = PagePart<HTMLInputElement>;

type SetupChoice = "seats" | "bots" | "level" | "clock" | "look" | "dice" | "colour";
type SetupForm = Form<
  Record<SetupChoice, Radios> & {
    name: HTMLInputElement;
    edition: HTMLSelectElement;
    listed: HTMLInputElement;
    coach: HTMLInputElement;
  }
>;
type PickerForm = Form<{ quantity: HTMLInputElement }> & { quantity: HTMLInputElement };

interface PageParts {
  // every page
  [box: `[data-keep="${string}"]`]: Input | null;
  "#problem": PagePart;

  // home, set-up, a device that is passed around, a link to a seat
  "[data-play]": Button;
  "[data-play-problem]": PagePart;
  "[data-company]": Form<
    Record<"who" | "many" | "speed", Radios> & { coach?: HTMLInputElement }
  >;
  "[data-join]": Form<{ code: HTMLInputElement }>;
  "[data-join-problem]": PagePart;
  "[data-open-tables]": PagePart;
  "[data-lobby]": Form<{ name: HTMLInputElement; bots: HTMLInputElement }>;
  "[data-lobby-problem]": PagePart;
  "[data-lobby-waiting]": PagePart;
  "[data-lobby-count]": HTMLTemplateElement | null;
  [table: `[href="${string}"]`]: HTMLElement | null;
  "[data-setup]": SetupForm;
  "[data-problem]": PagePart;
  "[data-more]": HTMLDetailsElement;
  "[data-levels]": PagePart;
  "[data-chairs]": PagePart;
  "[type=submit]": Button;
  "[data-as-in-the-box]": Button;
  "#people-count": HTMLSelectElement;
  "#hot": PagePart<HTMLFormElement>;
  "[data-take]": Button;
  "[data-away]": PagePart;

  // a table
  "link[rel=icon]": HTMLLinkElement;
  "[data-call-me]": PagePart;
  button: HTMLButtonElement;
  ".hint": HTMLElement;
  "#table": PagePart;
  "#ticker": PagePart;
  "#toast": PagePart;
  "#hand": PagePart;
  "#hand [data-round]": PagePart | null;
  "#away": PagePart;
  "#side": PagePart;
  "#to-side": Button;
  "#rule": PagePart;
  "#hint": Button | null;
  "#odds": Button | null;
  "#coach": PagePart;
  "[data-lines]": PagePart;
  "#fill": HTMLSelectElement | null;
  "#calza-why": PagePart | null;
  "#say-text": HTMLInputElement;
  ".felt": PagePart;
  "#take, #curtain": PagePart;
  "#bid": Button | null;
  "#dudo": Button | null;
  "#calza": Button | null;
  "#lift": Button | null;
  "#next": Button | null;
  "#own-part": PagePart;
  "#remark-text": HTMLInputElement | null;
  ".logo": HTMLAnchorElement;
  "#leave-dialog": HTMLDialogElement;
  "[data-stay]": Button | null;
  "#checked": PagePart;
  [place: `.seat[data-seat="${string}"] .place`]: PagePart | null;

  // the picker
  "#picker": PickerForm | null;
  "#why": PagePart;
  "[data-bid-text]": PagePart;
  "[name=face]:checked": Input;
  [face: `[name=face][value="${string}"]`]: Input | null;

  // a showdown
  ".scene": PagePart | null;
  ".count": PagePart;

  // a cup at a real table
  "[data-cup]": PagePart;
  "[data-motion]": PagePart;
  "[data-motion-on]": HTMLInputElement;
  [act: `[data-act="${string}"]`]: Button;
  [sure: `[data-sure="${string}"]`]: HTMLDialogElement;
  [colour: `[name="colour"][value="${string}"]`]: HTMLInputElement;

  // the lesson
  "[data-show]": Button;
  "[data-feedback]": PagePart;
  "[data-covered]": PagePart;
  ".next": PagePart;
  h2: HTMLElement;

  // the check of the dice
  "form[data-fair]": Form<{ file: HTMLInputElement; record: HTMLTextAreaElement }>;
  "[data-fair-words]": PagePart;
  "[data-fair-status]": PagePart;
  "[data-fair-table]": HTMLTableElement;
  "[data-fair-rounds]": PagePart | null;
  "[data-check]": Button;
  "#check": PagePart;

  // a judged match
  "[data-stepper]": PagePart;
  "[data-where]": PagePart;
  summary: HTMLElement;
  details: HTMLDetailsElement | null;

  // practice
  "[data-daily]": PagePart;
  "[data-daily-score]": PagePart;
  "[data-forget]": Button;
  "[data-score]": PagePart;
  "[data-next]": PagePart<HTMLAnchorElement>;
  "[data-verdict]": PagePart;
  "[data-outlooks]": PagePart;
  progress: HTMLProgressElement;

  // a replay
  "[data-player]": PagePart;
  "[data-replay]": PagePart<HTMLScriptElement>;
  "[data-stage]": PagePart;
  "[data-dice]": PagePart;
  "[data-says]": PagePart;
  "[data-change]": PagePart;
  "[data-left]": PagePart;
  "[data-scrub]": HTMLInputElement;
  "[data-do=play]": Button;
  "[data-speed]": HTMLSelectElement;
  "[data-now]": PagePart;
  "[data-toast]": PagePart;
  "[data-share]": Button;
  "[data-peek]": HTMLInputElement;
  ".cup": Element;
  ".toucan-head": Element;
  bdi: HTMLElement;
}

interface PageLists {
  "[data-face]": PagePart<SVGElement>;
  "[data-keep]": Input;
  "[data-lang]": PagePart<HTMLAnchorElement>;
  "[name=theme]": HTMLInputElement;
  "[data-remember]": Input;
  "[data-only-share]": Button;
  "[data-until]": PagePart;
  "[data-offer-at]": PagePart;
  "[data-day]": HTMLTimeElement;
  "[name=face]": Input;
  "[data-step-by]": Button;
  "[data-house]": PagePart<HTMLSelectElement>;
  "[data-box]": PagePart;
  "[name=option]": HTMLInputElement;
  "[name=option]:checked": HTMLInputElement;
  [option: `[data-box="${string}"] [name=option]`]: HTMLInputElement;
  [chair: `[data-chair=${string}]`]: PagePart;
  "[data-friends-left]": PagePart;
  "[data-player]": PagePart;
  "[data-edition]": PagePart<HTMLFieldSetElement>;
  '[name="colour"]': HTMLInputElement;
  "[data-advice]": PagePart;
  "[data-question]": PagePart;
  "[data-answer]": PagePart;
  "button[data-die]": Button;
  "[data-counts]": PagePart;
  "[data-place]": PagePart;
  "[data-with-next]": PagePart;
  "[data-step]": PagePart;
  "[data-go]": PagePart<HTMLAnchorElement>;
  ".seat[data-person]:not(.out)": PagePart;
  ".seat[data-step]": PagePart;
  "[data-seat]": PagePart;
  ".moments li": HTMLLIElement;
  "[data-story]": PagePart<HTMLDetailsElement>;
  "[data-do]": Button;
  "[data-wrong]": PagePart<HTMLDetailsElement>;
  "[data-go-by]": Button;
  "[data-practice]": PagePart;
  "input[id]:not([type=radio]), select[id]": HTMLInputElement | HTMLSelectElement;
  "input[type=radio]:checked": HTMLInputElement;
}

interface ParentNode {
  querySelector<K extends keyof PageParts>(selectors: K): PageParts[K];
  querySelectorAll<K extends keyof PageLists>(selectors: K): NodeListOf<PageLists[K]>;
}

interface Element {
  closest(selectors: "[data-fair-all]"): HTMLDetailsElement | null;
  closest(selectors: "[data-check-row]"): HTMLElement;
}

// Clearing a timer that was never set does nothing.
declare function clearTimeout(timer: number | null | undefined): void;
