import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The table server during development: `make dev` starts it. */
const server = process.env["PALISSADE_SERVER"] ?? "http://127.0.0.1:8124";
/** The server answers only to its own names, and only pages of its own: to it, this page is one. */
const proxied = { target: server, changeOrigin: true, headers: { origin: server }, ws: true };

const OUT = "../src/palissade/server/page";

/** Tells the service worker which files there are to keep: all but the documentation's own. */
function listedForWorker(): Plugin {
  return {
    name: "listed-for-worker",
    apply: "build",
    writeBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/") && !name.startsWith("assets/docs-"))
        .sort()
        .map((name) => `/${name}`);
      const worker = resolve(OUT, "worker.js");
      const content = ["index.html", "first-paint.js"].map((name) => readFileSync(resolve(OUT, name), "utf-8"));
      const version = createHash("sha256").update([...files, ...content].join()).digest("hex").slice(0, 12);
      const built = JSON.stringify({ version, files });
      const source = readFileSync(worker, "utf-8");
      const told = source.replace('{ version: "", files: [] }', built);
      if (told === source) throw new Error("worker.js has no place for the list of files");
      writeFileSync(worker, told);
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), listedForWorker()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content security policy allows nothing but files of its own
    modulePreload: false, // what the service worker keeps would be fetched a second time for it, and not used
    target: "es2022",
    rolldownOptions: { checks: { pluginTimings: false }, input: ["index.html", "docs.html"] },
  },
  server: {
    fs: { allow: [".."] }, // the look lives beside the Python that draws it too
    proxy: { "/api": proxied, "/health": proxied },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {}, // Svelte for a page, not for a server
  test: { environment: "happy-dom", pool: "vmThreads", include: ["src/**/*.test.ts"] },
}));
