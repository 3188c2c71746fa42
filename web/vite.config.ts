import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The table server during development: `make dev` starts it. */
const server = process.env["PALISSADE_SERVER"] ?? "http://127.0.0.1:8124";
/** The server answers only to its own names, and only pages of its own: to it, this page is one. */
const proxied = { target: server, changeOrigin: true, headers: { origin: server }, ws: true };

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: "../src/palissade/server/page",
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
