import "../../src/palissade/look/tokens.css";
import "./styles/base.css";
import "./styles/boxes.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { awaitLetters } from "./letters";

void awaitLetters().finally(() => mount(App, { target: document.getElementById("app")! }));

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/worker.js");
