import { beforeEach, expect, test, vi } from "vitest";
import { api, Refused } from "../api";
import { live } from "../live/live.svelte";
import { self } from "../self.svelte";
import type { SeatNow, Table } from "../wire";
import { Invitation } from "./invitation.svelte";
import type { Seated } from "./seated.svelte";

const KEPT: SeatNow[] = [{ who: "person", name: "Ann" }, { who: "friend" }];
const tableOf = (more: object = {}) =>
  ({ id: "t", isHere: true, isWatching: true, status: "open", seats: KEPT, ...more }) as unknown as Seated;
const refuse = (code: string) => Promise.reject(new Refused(403, { code, message: "No." }));

function invited(table: Seated): Invitation {
  history.replaceState(null, "", "/table/t#1.s3cret");
  return new Invitation(table);
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(self, "load").mockResolvedValue();
  vi.spyOn(live, "reopen").mockReturnValue();
});

test("a link keeps a seat until one sits down by it, and then its secret leaves the address", async () => {
  const sit = vi.spyOn(api, "sit").mockResolvedValue({} as Table);
  const invitation = invited(tableOf());
  invitation.check();
  expect([invitation.seat, location.hash]).toEqual([1, "#1.s3cret"]);
  await invitation.accept();
  expect(sit).toHaveBeenCalledWith("t", 1, { key: "s3cret" });
  expect([invitation.seat, invitation.isSpent, location.hash]).toEqual([null, false, ""]);
  expect(live.reopen).toHaveBeenCalled();
});
test.each(["wrong-key", "seat-taken"])("a link that is refused with %s is spent", async (code) => {
  vi.spyOn(api, "sit").mockImplementation(() => refuse(code));
  const invitation = invited(tableOf());
  await invitation.accept();
  expect([invitation.seat, invitation.isSpent, location.hash]).toEqual([null, true, ""]);
  invitation.watch();
  expect(invitation.isSpent).toBe(false);
});
test("a refusal for another reason leaves the seat to be tried again", async () => {
  vi.spyOn(api, "sit").mockImplementation(() => refuse("rated-accounts"));
  const invitation = invited(tableOf());
  await expect(invitation.accept()).rejects.toBeInstanceOf(Refused);
  expect([invitation.seat, invitation.isSpent, invitation.isSitting]).toEqual([1, false, false]);
});
test("a seat that somebody took, or a game that began, spends the link without asking", () => {
  for (const more of [{ seats: [KEPT[0], { who: "person", name: "Ben" }] }, { status: "running" }]) {
    const invitation = invited(tableOf(more));
    invitation.check();
    expect([invitation.seat, invitation.isSpent]).toEqual([null, true]);
  }
});
test("who sits at the table already needs no link, and does not spend it", () => {
  const sit = vi.spyOn(api, "sit");
  const invitation = invited(tableOf({ isWatching: false }));
  invitation.check();
  expect([invitation.seat, invitation.isSpent, location.hash]).toEqual([null, false, ""]);
  expect(sit).not.toHaveBeenCalled();
});
test("while one sits down, the news of it is not taken for somebody else's", async () => {
  const table = tableOf();
  const invitation = invited(table);
  vi.spyOn(api, "sit").mockImplementation(async () => {
    Object.assign(table, { status: "running" });
    invitation.check();
    return {} as Table;
  });
  await invitation.accept();
  expect(invitation.isSpent).toBe(false);
});
