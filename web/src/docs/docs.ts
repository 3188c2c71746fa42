import "../../../src/palissade/look/tokens.css";
import "../styles/base.css";
import "../styles/boxes.css";
import { mount } from "svelte";
import DocsPage from "./DocsPage.svelte";

document.documentElement.lang = "en"; // the words are those of the server's types

mount(DocsPage, { target: document.getElementById("app")! });
