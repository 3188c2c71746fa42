/** How this browser is told something when no page of ours is open: Web Push, through its own maker's service. */
import { api } from "../api";
import type { Notices, Subscription } from "../wire";

export type Ability = "able" | "blocked" | "unable";

/** Whether this browser can be told anything here. */
export function ability(): Ability {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** Have the browser ask whether it may, and tell the server where it is; null where it may not. */
export async function tellHere(key: string): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const before = await pushManager.getSubscription();
  // One of another key, from before a new database, is of no use.
  if (before && keyOf(before) !== key) await before.unsubscribe();
  return api.subscribe(plain(await pushManager.subscribe(wanted)));
}

export async function tellNoMore(): Promise<Notices> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return api.unsubscribe();
}

/** A browser that was told goes on being told when somebody has signed in anew, as who they are now. */
export async function goOnTelling(): Promise<void> {
  if (ability() !== "able" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const notices = await api.notices();
  if (!notices.is_told_here && notices.push_key === keyOf(subscription)) await api.subscribe(plain(subscription));
}

function keyOf(subscription: PushSubscription): string {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function plain(subscription: PushSubscription): Subscription {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
}
