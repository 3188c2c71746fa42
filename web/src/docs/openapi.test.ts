import { expect, test } from "vitest";
import { bodyOf, endpointsOf, limitsOf, nameIn, type Document } from "./openapi";

const answer = { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/Me" } } } };
const document = {
  info: { title: "T", version: "1", description: "" },
  paths: { "/api/me": { get: { summary: "WhoAmI", responses: { 200: answer } }, delete: { summary: "X", responses: {} } } },
  components: { schemas: {} },
} satisfies Document;

test("every operation has a place of its own", () => {
  expect(endpointsOf(document).map((one) => one.id)).toEqual(["get-/api/me", "delete-/api/me"]);
});
test("a body is named by its type", () => {
  const body = bodyOf(answer);
  expect(body && nameIn(body)).toBe("Me");
  expect(bodyOf({})).toBeUndefined();
});
test("limits are said in words", () => {
  expect(limitsOf({ type: "string", maxLength: 40 })).toBe("up to 40 characters");
  expect(limitsOf({ minimum: 0, maximum: 4, default: 0 })).toBe("0 to 4, 0 if left out");
  expect(limitsOf({ type: "string", default: null })).toBe("");
});
