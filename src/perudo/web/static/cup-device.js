// Device features for cup mode: staying awake, vibrating, detecting a shake. Each is skipped where
// the device lacks or forbids it.

const HARD_SHAKE = 18;
const SHAKES = 3;
const WITHIN_MS = 900;

export async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Low battery, or the page is not in front.
  }
}

export function tremble() {
  navigator.vibrate?.([40, 30, 60, 30, 80]);
}

export const feelsMotion = () => "DeviceMotionEvent" in window && "ontouchstart" in window;

// Some devices ask for permission, which only a tap may trigger.
export async function askForMotion() {
  const asks = /** @type {{ requestPermission?: () => Promise<string> }} */ (
    /** @type {unknown} */ (DeviceMotionEvent)
  );
  if (typeof asks.requestPermission !== "function") return true;
  try {
    return (await asks.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** @param {() => void} shaken */
export function onShaken(shaken) {
  /** @type {number[]} */
  let felt = [];
  addEventListener("devicemotion", ({ acceleration: a }) => {
    if (!a || Math.hypot(a.x ?? 0, a.y ?? 0, a.z ?? 0) < HARD_SHAKE) return;
    const now = Date.now();
    felt = [...felt.filter((then) => now - then < WITHIN_MS), now];
    if (felt.length < SHAKES) return;
    felt = [];
    shaken();
  });
}
