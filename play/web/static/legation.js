// The pages work without this. It adds: updates while one waits, sending without a new page, and
// choosing on the board. All it knows comes from the server's pages; it holds no secret.

const LIVE = "live";
const SLOTS = 2; // streams in one browser: HTTP/1.1 has six connections a site, for all tabs
const POLL_SECONDS = 3;
const HIDDEN_SECONDS = 20;
const TAKE_FOCUS = "#actions, #live:not(:has(#actions)) #status";
const LONGEST_WAIT = 4; // seconds between tries to reach a server that is away

const live = () => document.getElementById(LIVE);
const speak = (text) => {
  const place = document.getElementById("spoken");
  if (place && place.textContent !== text) place.textContent = text;
};

// --- a server that may be away ----------------------------------------------------------------

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

function away(is) {
  const note = document.getElementById("away");
  if (!note || note.hidden === !is) return;
  note.hidden = !is;
  if (is) speak(note.textContent.trim());
}

async function ask(address, request) {
  // One try; null where there is no whole answer, or only a proxy's that has found no server.
  let answer = null;
  try {
    const response = await fetch(address, request);
    if (![502, 503, 504].includes(response.status)) {
      answer = { ok: response.ok, text: await response.text() };
    }
  } catch { /* null says it */ }
  away(!answer);
  return answer;
}

async function insist(address, request) {
  // Tries until there is an answer. Never a new page meanwhile: it would be the browser's own,
  // which does not come back by itself.
  for (let wait = 0.5; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const answer = await ask(address, request);
    if (answer) return answer;
    await pause(wait);
  }
}

// --- the fresh page in place of the old one ---------------------------------------------------

function kept() {
  // What a person has begun and a fresh page would take away.
  const state = { open: [], fields: {}, focused: false, focus: null, selection: null, across: 0 };
  state.across = live().querySelector(".boards")?.scrollLeft || 0;
  for (const d of live().querySelectorAll("details[open]")) state.open.push(d.className || d.id);
  for (const form of live().querySelectorAll("form[data-keep]")) {
    for (const field of form.elements) {
      if (field.type === "hidden" || field.tagName === "BUTTON" || !field.name) continue;
      const key = field.type === "checkbox" ? `${field.name}=${field.value}` : field.name;
      state.fields[key] = field.type === "checkbox" ? field.checked : field.value;
    }
  }
  const active = document.activeElement;
  if (active && live().contains(active)) {
    state.focused = true;
    state.focus = active.id ? `#${CSS.escape(active.id)}`
      : active.dataset.testid ? `[data-testid="${CSS.escape(active.dataset.testid)}"]` : null;
    if (active.tagName === "TEXTAREA") state.selection = [active.selectionStart, active.selectionEnd];
  }
  return state;
}

function restore(state, keepFields) {
  for (const d of live().querySelectorAll("details")) {
    if (state.open.includes(d.className || d.id)) d.open = true;
  }
  const boards = live().querySelector(".boards");
  if (boards) boards.scrollLeft = state.across; // a map that a phone shows a part of
  if (keepFields) {
    for (const form of live().querySelectorAll("form[data-keep]")) {
      for (const field of form.elements) {
        const key = field.type === "checkbox" ? `${field.name}=${field.value}` : field.name;
        if (!(key in state.fields) || field.type === "hidden") continue;
        if (field.type === "checkbox") field.checked = state.fields[key];
        else if (!field.value) field.value = state.fields[key];
      }
    }
  }
  // Where it is gone, such as the button of a decision that is taken: on to the next decision, not
  // back to the top of the page. Who has come to the status meanwhile goes on when it is their turn.
  const same = state.focus && state.focus !== "#status" && live().querySelector(state.focus);
  const target = same || (state.focused && live().querySelector(TAKE_FOCUS));
  if (target) {
    target.focus({ preventScroll: true });
    if (state.selection && target.setSelectionRange) target.setSelectionRange(...state.selection);
  }
}

function show(html, { keepFields = true, newer = false } = {}) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const next = fresh.getElementById(LIVE);
  if (!next || !live()) return false;
  // Two answers may be on their way at once, and come in either order: that of a choice after the
  // page that has the bots' answers to it.
  const ahead = Number(live().dataset.version) - Number(next.dataset.version);
  if (ahead > 0 || (newer && ahead === 0)) return true;
  const state = kept();
  live().replaceWith(document.adoptNode(next));
  document.title = fresh.title;
  restore(state, keepFields);
  ready();
  const status = document.querySelector("#alert, #status, [data-testid=replay-line]");
  if (status) speak(status.textContent.trim());
  return true;
}

async function refresh(options) {
  const answer = await insist(location.href, { headers: { Accept: "text/html" } });
  return answer.ok && show(answer.text, options);
}

// --- sending ----------------------------------------------------------------------------------

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const request = { method: "POST", headers: { Accept: "text/html" }, body };
  // The same key each time: however often it arrives, it counts once.
  const answer = await insist(form.getAttribute("action"), request); // `form.action` is a button
  const keepFields = !form.matches("[data-keep]") || !answer.ok;
  if (!show(answer.text, { keepFields })) location.reload();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!live() || !live().contains(form) || form.matches("[data-plain]")) return;
  event.preventDefault();
  if (form.getAttribute("method") === "get") {
    const query = new URLSearchParams(new FormData(form));
    history.replaceState(null, "", `${form.getAttribute("action")}?${query}`);
    refresh();
    return;
  }
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  if (event.submitter) event.submitter.classList.add("sent");
  send(form, event.submitter).finally(() => { delete form.dataset.sending; });
});

let sliding = null;
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (!form || form.id !== "replay") return;
  clearTimeout(sliding);
  sliding = setTimeout(() => form.requestSubmit(), 120);
});

document.addEventListener("click", (event) => {
  const step = event.target.closest(".steps a");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", step.href);
  refresh();
});

// --- choosing on the board --------------------------------------------------------------------

function buttonsFor(place) {
  return [...document.querySelectorAll("#act button[data-places]")]
    .filter((b) => b.dataset.places.split(" ").includes(place));
}

function filter(place, label) {
  const note = document.querySelector("[data-filter-note]");
  if (!note) return;
  const chosen = place ? buttonsFor(place) : [];
  for (const b of document.querySelectorAll("#act button[data-places]")) {
    b.hidden = chosen.length > 0 && !chosen.includes(b);
  }
  for (const row of document.querySelectorAll("#act .row")) {
    row.hidden = !row.querySelector("button:not([hidden])");
  }
  for (const family of document.querySelectorAll("#act .family")) {
    family.hidden = !family.querySelector("button:not([hidden])");
  }
  for (const p of document.querySelectorAll(".boards .place")) {
    p.classList.toggle("selected", chosen.length > 0 && p.dataset.place === place);
  }
  note.hidden = chosen.length === 0;
  note.querySelector("span").textContent = label || "";
  if (chosen.length) chosen[0].focus();
}

function choose(event) {
  const place = event.target.closest("[data-place]");
  if (!place || !live() || !live().contains(place)) return;
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
  if (!buttonsFor(place.dataset.place).length) return;
  event.preventDefault();
  const named = place.getAttribute("aria-label") || place.querySelector("title")?.textContent;
  filter(place.dataset.place, named);
}
document.addEventListener("click", choose);
document.addEventListener("keydown", choose);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-filter-clear]")) filter(null);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.querySelector("[data-filter-note]:not([hidden])")) filter(null);
});

// --- updates ----------------------------------------------------------------------------------

let asked = null; // the version that is being fetched
let channel = null;

async function changed(version) {
  if (!live() || String(version) === String(live().dataset.version)) return;
  if (asked === String(version)) return;
  asked = String(version);
  // What is shown afterwards tells whether it has come: whatever went wrong, the next look tries again.
  try { await refresh({ newer: true }); } finally { asked = null; }
}

async function poll(path) {
  for (;;) {
    await pause(document.hidden ? HIDDEN_SECONDS : POLL_SECONDS);
    const answer = await ask(`${path}/version`, { headers: { Accept: "application/json" } });
    try {
      if (answer?.ok) await changed(JSON.parse(answer.text).version);
    } catch { /* somebody else's page, such as that of a network that asks to sign in; ask again */ }
  }
}

function stream(path) {
  // Resolves when there is no stream to be had; the caller polls instead.
  return new Promise((resolve) => {
    let failures = 0;
    const source = new EventSource(`${path}/stream`);
    source.addEventListener("change", (event) => {
      failures = 0;
      changed(event.data);
      if (channel) channel.postMessage({ path, version: event.data });
    });
    source.addEventListener("error", () => {
      failures += 1;
      if (source.readyState === EventSource.CLOSED || failures > 3) { source.close(); resolve(); }
    });
  });
}

async function follow(path) {
  if ("BroadcastChannel" in window) {
    channel = new BroadcastChannel("legation");
    channel.addEventListener("message", (event) => {
      if (event.data.path === path) changed(event.data.version);
    });
  }
  poll(path); // slow, and always: what a stream misses, it finds
  if (!("locks" in navigator)) return;
  for (;;) {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      await navigator.locks.request(`legation-stream-${slot}`, { ifAvailable: true }, async (lock) => {
        if (lock) await stream(path);
      });
    }
    await pause(10);
  }
}

function ticking() {
  const clock = document.querySelector("[data-deadline]");
  if (!clock) return;
  const left = Math.max(0, Math.round((new Date(clock.dateTime) - Date.now()) / 1000));
  if (left < 3600) clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function ready() {
  ticking();
}

ready();
setInterval(ticking, 1000);
if (live() && live().dataset.path) follow(live().dataset.path);
