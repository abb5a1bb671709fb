// Draws what the stream says. It only looks: nothing is ever sent to the graph.

const PHASES = ["waiting", "running", "done", "timed out", "placing", "paused", "aborted", "skipped"];
const TRAIL_SECONDS = 20;
const TRAIL_BANDS = 10; // steps in which a trail fades
const STALE_SECONDS = 0.5; // a track older than this is drawn faint
const MARGIN = 0.05; // around the arena [m]

const $ = (id) => document.getElementById(id);
const canvas = $("arena");
const pen = canvas.getContext("2d");

const world = { arena: null, tracks: null, decisions: new Map(), status: null };
const trails = new Map(); // robot -> [[time, x, y], ...]
let colours = {};
let drawing = false;

// ---- stream -------------------------------------------------------------------------------------------

let retry = 500; // [ms]
let lastTracks = 0; // when the last tracks arrived [ms]

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const stream = new WebSocket(`${scheme}://${location.host}/stream`);
  stream.onopen = () => { retry = 500; showConnection(); };
  stream.onmessage = (event) => receive(JSON.parse(event.data));
  stream.onclose = () => {
    showConnection();
    setTimeout(connect, retry);
    retry = Math.min(retry * 1.6, 5000);
  };
  connect.stream = stream;
}

function showConnection() {
  const open = connect.stream?.readyState === WebSocket.OPEN;
  const quiet = performance.now() - lastTracks > 2000;
  const [state, text] = !open ? ["lost", "not connected, trying again"]
    : quiet ? ["quiet", lastTracks ? "connected, no new tracks" : "connected, waiting for tracks"]
    : ["live", "live"];
  $("connection").dataset.state = state;
  if ($("connection").textContent !== text) $("connection").textContent = text;
}

function receive(object) {
  switch (object.type) {
    case "arena": world.arena = object; resize(); break;
    case "tracks": lastTracks = performance.now(); world.tracks = object; extendTrails(object); showConnection(); break;
    case "decision": world.decisions.set(object.robot, object); showDecision(); break;
    case "status": receiveStatus(object); break;
  }
  redraw();
}

function receiveStatus(status) {
  const before = world.status;
  const newRun = before && (status.seed !== before.seed || status.controller !== before.controller
    || (status.phase === 1 && before.phase !== 1));
  if (newRun) { trails.clear(); world.decisions.clear(); }
  world.status = status;
  showStatus(status);
  showDecision();
}

function extendTrails({ header, tracks }) {
  const now = header.stamp;
  for (const { robot, x, y } of tracks) {
    if (x === null || y === null) continue;
    let trail = trails.get(robot) ?? [];
    const last = trail.at(-1);
    if (last && now < last[0]) trail = []; // time began anew
    if (!last || now < last[0] || Math.hypot(x - last[1], y - last[2]) > 0.004) trail.push([now, x, y]);
    while (trail.length && trail[0][0] < now - TRAIL_SECONDS) trail.shift();
    trails.set(robot, trail);
  }
}

// ---- numbers ------------------------------------------------------------------------------------------

const number = (value, digits, unit = "") => value === null || value === undefined ? "–" : value.toFixed(digits) + unit;

const actionText = ({ sub_actions: parts }) => parts
  .map(({ name, arguments: values }) => values.length ? `${name}(${values.map((v) => number(v, 2)).join(", ")})` : name)
  .join("; ");

function smartRobot() {
  return world.status?.smart_robot || world.decisions.keys().next().value || "";
}

function decision() {
  return world.decisions.get(smartRobot());
}

function showStatus(status) {
  const phase = PHASES[status.phase] ?? "unknown";
  $("phase").textContent = phase;
  $("phase").dataset.phase = phase;
  $("controller").textContent = status.controller || "–";
  $("seed").textContent = status.seed;
  $("run_time").textContent = number(status.run_time, 1, " s");
  $("distance").textContent = number(status.distance, 2, " m");
  $("danger_ratio").textContent = number(status.danger_ratio * 100, 1, " %");
  $("min_distance").textContent = number(status.min_distance, 3, " m");
}

function showDecision() {
  const now = decision();
  const mean = world.status?.simulations_per_step;
  $("simulations").textContent = now ? `${now.simulations}` + (mean ? `  (mean ${number(mean, 1)})` : "") : number(mean, 1);
  $("compute_time").textContent = now ? number(now.compute_time * 1000, 0, " ms") : "–";
  const candidates = (now?.candidates ?? []).map((candidate, index) => ({ ...candidate, chosen: index === now.chosen }));
  candidates.sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
  $("candidates").replaceChildren(...candidates.map(candidateRow));
  $("no_candidates").hidden = candidates.length > 0;
}

function candidateRow(candidate) {
  const row = document.createElement("tr");
  if (candidate.chosen) { row.classList.add("chosen"); row.setAttribute("aria-selected", "true"); }
  if (candidate.dangerous) row.classList.add("dangerous");
  if (!candidate.simulated) { row.classList.add("skipped"); row.title = "not simulated: the budget was spent"; }
  const cells = [
    actionText(candidate.action).replace(/; Avoidance$/, ""),
    number(candidate.base_value, 2),
    candidate.safety_modifier ? number(candidate.safety_modifier, 0) : "0",
    candidate.dangerous ? number(candidate.danger_time, 1) : "–",
    number(candidate.min_distance, 2),
  ];
  for (const text of cells) row.appendChild(document.createElement("td")).textContent = text;
  row.cells[0].title = actionText(candidate.action);
  row.cells[4].title = candidate.nearest_robot;
  return row;
}

// ---- picture ------------------------------------------------------------------------------------------

const view = { scale: 1, left: 0, top: 0 };
const px = (x) => (x - view.left) * view.scale;
const py = (y) => (view.top - y) * view.scale;

function resize() {
  const segments = world.arena?.segments ?? [];
  const xs = segments.flatMap(([x1, , x2]) => [x1, x2]);
  const ys = segments.flatMap(([, y1, , y2]) => [y1, y2]);
  if (!xs.length) return;
  const [left, right, bottom, top] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN, Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const width = $("frame").clientWidth;
  const tallest = Math.max(240, innerHeight - 330); // leaves the numbers below in sight
  const scale = Math.min(width / (right - left), innerWidth > 900 ? tallest / (top - bottom) : Infinity);
  const height = (top - bottom) * scale;
  const dpr = devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * dpr);
  canvas.height = Math.round(height * dpr);
  view.scale = scale * dpr;
  view.left = (left + right) / 2 - width / scale / 2;
  view.top = top;
  redraw();
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ink", "soft", "line", "surface", "wall", "smart", "other", "best", "worst", "danger", "chosen"]) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
  redraw();
}

function redraw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => { drawing = false; draw(); });
}

function draw() {
  if (!world.arena) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  pen.lineCap = pen.lineJoin = "round";
  const smart = smartRobot();
  const tracks = (world.tracks?.tracks ?? []).filter(({ x, y }) => x !== null && y !== null);
  const me = tracks.find(({ robot }) => robot === smart);
  drawGoal();
  if (me) drawSafety(me, tracks);
  for (const [robot, trail] of trails) drawTrail(trail, robot === smart ? colours.smart : colours.other);
  drawWalls();
  const predictions = drawPrediction(smart);
  const candidates = drawCandidates();
  for (const track of tracks) drawRobot(track, track.robot === smart ? colours.smart : colours.other);
  pen.globalAlpha = 1;
  Object.assign(canvas.dataset, { robots: tracks.length, candidates, predictions });
}

const hair = () => Math.max(1, view.scale * 0.004); // thinnest line [px]

function circle(x, y, radius) {
  pen.beginPath();
  pen.arc(px(x), py(y), radius * view.scale, 0, 2 * Math.PI);
}

function path(points) {
  pen.beginPath();
  points.forEach(([x, y], i) => i ? pen.lineTo(px(x), py(y)) : pen.moveTo(px(x), py(y)));
}

function drawWalls() {
  pen.strokeStyle = colours.wall;
  pen.lineWidth = hair() * 2;
  for (const [x1, y1, x2, y2] of world.arena.segments) { path([[x1, y1], [x2, y2]]); pen.stroke(); }
  pen.fillStyle = colours.wall;
  for (const [x, y, radius] of world.arena.circles ?? []) { circle(x, y, radius); pen.fill(); }
}

function drawGoal() {
  const { goal_x: x, goal_y: y } = world.status ?? {};
  if (x === undefined || x === null || y === null) return;
  pen.strokeStyle = colours.smart;
  pen.lineWidth = hair();
  for (const radius of [0.02, 0.045]) {
    pen.globalAlpha = 0.55;
    circle(x, y, radius);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function drawSafety(me, tracks) {
  const near = tracks.some((other) => other !== me && Math.hypot(other.x - me.x, other.y - me.y) < world.arena.safety_distance);
  circle(me.x, me.y, world.arena.safety_distance);
  pen.fillStyle = pen.strokeStyle = near ? colours.other : colours.smart;
  pen.globalAlpha = 0.1;
  pen.fill();
  pen.globalAlpha = 0.35;
  pen.lineWidth = hair();
  pen.stroke();
  pen.globalAlpha = 1;
}

function drawTrail(trail, colour) {
  const now = world.tracks.header.stamp;
  pen.strokeStyle = colour;
  pen.lineWidth = hair() * 1.6;
  pen.lineCap = "butt"; // round ends would overlap where two bands meet
  let start = 0;
  for (let band = 1; band <= TRAIL_BANDS; band++) {
    const until = now - TRAIL_SECONDS * (1 - band / TRAIL_BANDS);
    let end = start;
    while (end + 1 < trail.length && trail[end + 1][0] <= until) end++;
    if (end > start) {
      pen.globalAlpha = 0.5 * (band / TRAIL_BANDS) ** 1.5;
      path(trail.slice(start, end + 1).map(([, x, y]) => [x, y]));
      pen.stroke();
    }
    start = end;
  }
  pen.lineCap = "round";
  pen.globalAlpha = 1;
}

function drawPrediction(smart) {
  const prediction = decision()?.prediction;
  if (!prediction) return 0;
  pen.lineWidth = hair() * 2;
  pen.setLineDash([0.01, hair() * 4.5]); // round caps make dots
  prediction.robots.forEach((robot, i) => {
    const points = prediction.paths[i].filter(([x, y]) => x !== null && y !== null);
    pen.strokeStyle = robot === smart ? colours.smart : colours.other;
    path(points);
    pen.stroke();
  });
  pen.setLineDash([]);
  return prediction.robots.length;
}

function target({ action }) {
  const move = action.sub_actions.find(({ name }) => name === "MoveTo");
  return move && move.arguments.length >= 2 && !move.arguments.includes(null) ? move.arguments : null;
}

function drawCandidates() {
  const now = decision();
  const shown = (now?.candidates ?? []).map((candidate, index) => ({ candidate, index, at: target(candidate) })).filter(({ at }) => at);
  const values = shown.filter(({ candidate: c }) => c.simulated && !c.dangerous && c.value !== null).map(({ candidate }) => candidate.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  for (const { candidate, index, at: [x, y] } of shown) {
    pen.lineWidth = hair() * 1.8;
    if (candidate.dangerous) {
      const arm = 0.011;
      pen.strokeStyle = colours.danger;
      for (const side of [-1, 1]) { path([[x - arm, y - side * arm], [x + arm, y + side * arm]]); pen.stroke(); }
    } else if (!candidate.simulated) {
      pen.strokeStyle = colours.soft;
      circle(x, y, 0.009);
      pen.stroke();
    } else {
      pen.fillStyle = mix(colours.worst, colours.best, high > low ? (candidate.value - low) / (high - low) : 1);
      circle(x, y, 0.013);
      pen.fill();
    }
    if (index === now.chosen) {
      pen.strokeStyle = colours.chosen;
      circle(x, y, 0.024);
      pen.stroke();
    }
  }
  return shown.length;
}

function mix(from, to, share) {
  const part = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map((i) => Math.round(part(from, i) + (part(to, i) - part(from, i)) * share)).join(" ")})`;
}

function drawRobot({ x, y, theta, age }, colour) {
  const radius = world.arena.robot_radius;
  pen.globalAlpha = age !== null && age > STALE_SECONDS ? 0.35 : 1;
  pen.fillStyle = colour;
  circle(x, y, radius);
  pen.fill();
  if (theta === null) return;
  pen.strokeStyle = colours.surface;
  pen.lineWidth = radius * view.scale * 0.22;
  path([[x, y], [x + 0.72 * radius * Math.cos(theta), y + 0.72 * radius * Math.sin(theta)]]);
  pen.stroke();
}

new ResizeObserver(resize).observe($("frame"));
addEventListener("resize", resize);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColours);
setInterval(showConnection, 1000);
readColours();
connect();
