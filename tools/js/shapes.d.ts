// The shapes of what the server sends to the pages, and of what their scripts hand to each other.

interface RefusalBody {
  text: string;
  reason?: string;
  clause?: string | null;
}

// --- a table's stream (perudo/web/table/page.py makes it) ---

interface Frame {
  version: number;
  now: number;
  seat: number | null;
  turn: boolean;
  html: Regions;
  say: string[];
  after: string[];
  banter: Words[];
  events: PageEvent[];
  fair?: FairFacts;
}

// What a bot says, also as a line for the ticker.
interface Words {
  seat: number;
  text: string;
  line: string;
  after: boolean;
}

type Regions = Record<string, string>;

interface PageEvent {
  event: string;
  seat?: number;
  reaction?: string;
}

interface FairFacts {
  match: number;
  round: number;
  on: boolean;
  over: boolean;
  pledges: string[];
  gathering: (OpenGathering & { from: number }) | null;
}

interface Gathering {
  round: number;
  commitment: string | null;
  pledges: string[];
}

interface OpenGathering extends Gathering {
  commitment: string;
  links: string[];
}

// --- this device's part in the dice ---

interface Chain {
  root: string;
  used: number;
  on: string;
}

interface GatheringNote extends Gathering {
  seat: number;
  link: string;
  given: boolean;
}

interface Kept {
  seat: number;
  notes: GatheringNote[];
  isOwn: (pledge: string) => boolean;
}

interface OpenedTable {
  table: string;
  code: string;
  seat: number;
}

// --- the check of a record ---

interface RecordLine {
  line: number;
  value: Record<string, any>;
}

interface RecordHeader {
  names: string[];
  label: string | null;
  proof: number;
  bots: number[];
}

interface RecordProof {
  commitment: string;
  secret: Uint8Array;
  seeds: string[];
}

interface RecordRound {
  round: number;
  cups: number[][] | null;
  redealt: number;
  over: boolean;
  pledges: string[];
  fair: RecordProof | null;
}

interface MatchRecord extends RecordHeader {
  starter: RecordLine | null;
  rounds: RecordRound[];
}

interface CupCheck {
  seat: number;
  ok: boolean;
  noted: number[];
  recomputed: number[];
}

interface SeedCheck {
  seat: number;
  seed: string;
  state: string;
  anew: boolean;
  ok: boolean;
}

interface DiceCheck {
  round: number;
  ok: boolean;
  why: string | null;
  commitment: string | null;
  recomputed: string | null;
  seats: CupCheck[];
}

interface RoundCheck extends DiceCheck {
  seeds: SeedCheck[];
  pledges: string[];
  redealt: number;
}

// Drawn by lot it has `noted` and `recomputed`, rolled for it has `rolls`, not by chance it has `why`.
interface StarterCheck {
  ok: boolean;
  how: string;
  why: string | null;
  noted?: number;
  recomputed?: number;
  rolls?: CupCheck[][];
}

interface RecordCheck {
  ok: boolean;
  why: string | null;
  label: string | null;
  names: string[];
  proof: number;
  rounds: RoundCheck[];
  starter: StarterCheck | null;
}

interface Finding {
  code: string;
  fault: boolean;
  round?: number | null;
  seat?: number | null;
  to?: number | null;
}

interface Judgement {
  found: Finding[];
  own: number[];
  ok: boolean;
  rounds: number;
  dice: number;
}

// What the page says under a key, with its facts filled in.
type Say = (key: string, facts?: Record<string, unknown>) => string;

// --- a replay (perudo/web/replay_steps.py makes it) ---

type Bid = [quantity: number, face: number];

interface ReplayRound {
  palifico: number | null;
  cups: (number[] | null)[];
  counting: number[];
}

interface ReplayStep {
  key: string;
  kind: string;
  round: number;
  dice: number[];
  seat?: number;
  bid?: Bid;
  bidder?: number;
  call?: string;
  found?: number;
  lifted?: number[];
  rolls?: (number[] | null)[];
  loser?: number;
  gainer?: number;
  winner?: number;
}

interface ReplayFacts {
  rounds: ReplayRound[];
  steps: ReplayStep[];
  left: string[];
}

// --- a cup at a real table ---

interface Cup {
  round: number;
  count: number;
  lastDieRound: number;
  thrown: number[] | null;
  shown: boolean;
  colour: string;
}
