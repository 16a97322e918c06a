import { Canvas, letterSize, type Area } from './canvas.ts';
import { HostFigures } from './figures.ts';
import { DESK, HOSTS } from './host-profile.ts';

const WIDTH = 1024;
const HEIGHT = 640;
const BAR = 36;
const TITLE = 28;
const PADDING = 12;
const SCALE = 2;
const SECOND_MS = 1000;

const COLOURS = {
  sky: [0x0d_2b_33, 0x1d_5a_58],
  bar: 0x10_1d_24,
  title: 0x2f_7d_6d,
  titleBehind: 0x4d_5d_63,
  paper: 0xf7_f5_ee,
  ink: 0x20_2b_30,
  faint: 0xcf_d4_cf,
  light: 0xe9_f3_ee,
  lines: [0x1f_7a_8c, 0xd0_7a_2c, 0x8a_4f_9e],
} as const;

/** Hosts whose load is drawn. */
const WATCHED = ['web-01', 'app-01', 'db-01'];
const MINUTES_DRAWN = 4;
/** How far one dot of a line is from the next. */
const STEP = 4;
const LONGEST_NOTE = 4000;

const KEYS = { backspace: 0xff_08, enter: 0xff_0d, pasteEnter: 0xff_8d } as const;
const WELCOME = [
  'Handover, night shift',
  '',
  '- orders 4.8.2 runs since 22:30',
  '- db-01: vacuum at 03:00',
  '',
];

interface Window {
  title: string;
  area: Area;
  draw: (inside: Area) => void;
}

/** A desk with a clock, a chart and a sheet of paper, in memory. Nothing behind it is a program of this machine. */
export class Desktop {
  readonly name = DESK.name;
  readonly #canvas = new Canvas(WIDTH, HEIGHT);
  #isStale = true;
  readonly #watched = HOSTS.filter(({ name }) => WATCHED.includes(name)).map((host) => new HostFigures(host));
  readonly #viewers = new Set<(changed: Area) => void>();
  readonly #chart: Window = {
    title: 'Load of hosts',
    area: { x: 40, y: 48, width: 500, height: 300 },
    draw: (inside) => this.#drawChart(inside),
  };
  readonly #paper: Window = {
    title: 'Notes',
    area: { x: 470, y: 190, width: 500, height: 340 },
    draw: (inside) => this.#drawNote(inside),
  };
  /** The last one lies on top. */
  #windows: Window[] = [this.#chart, this.#paper];
  #note = WELCOME.join('\n');
  #dragged: { window: Window; x: number; y: number } | undefined;
  #isPressed = false;
  #timer: NodeJS.Timeout | undefined;

  /** As it is now; drawn only when somebody asks. */
  get picture(): Canvas {
    if (this.#isStale) {
      this.#draw();
      this.#isStale = false;
    }
    return this.#canvas;
  }

  /** Somebody looks at it from now on, and is told what changes. Answers how to stop. */
  watch(onChange: (changed: Area) => void): () => void {
    this.#viewers.add(onChange);
    this.#timer ??= setInterval(() => this.#tick(), SECOND_MS);
    this.#tick();
    return () => {
      this.#viewers.delete(onChange);
      if (this.#viewers.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  point(x: number, y: number, isPressed: boolean): void {
    if (isPressed && !this.#isPressed) {
      this.#press(x, y);
    } else if (!isPressed) {
      this.#dragged = undefined;
    }
    this.#isPressed = isPressed;
    if (this.#dragged && (this.#dragged.x !== x || this.#dragged.y !== y)) {
      this.#drag(this.#dragged, x, y);
    }
  }

  /** A key goes down, by its number in X11. */
  press(key: number): void {
    if (key === KEYS.backspace) {
      this.#note = this.#note.slice(0, -1);
    } else if (key === KEYS.enter || key === KEYS.pasteEnter) {
      this.#write('\n');
    } else if (key >= 0x20 && key <= 0x7e) {
      this.#write(String.fromCodePoint(key));
    }
    this.#paint(this.#paper.area);
  }

  #write(text: string): void {
    this.#note = (this.#note + text).slice(-LONGEST_NOTE);
  }

  #press(x: number, y: number): void {
    const window = this.#windows.findLast(({ area }) => isIn(area, x, y));
    if (!window) {
      return;
    }
    this.#windows = [...this.#windows.filter((one) => one !== window), window];
    if (y < window.area.y + TITLE) {
      this.#dragged = { window, x, y };
    }
    this.#windows.forEach(({ area }) => this.#paint(area));
  }

  #drag(
    { window, x: fromX, y: fromY }: { window: Window; x: number; y: number },
    x: number,
    y: number,
  ): void {
    const before = window.area;
    window.area = {
      ...before,
      x: within(before.x + x - fromX, WIDTH - before.width),
      y: within(before.y + y - fromY, HEIGHT - BAR - before.height),
    };
    this.#dragged = { window, x, y };
    this.#paint(before);
    this.#paint(window.area);
  }

  #tick(): void {
    this.#paint(this.#chart.area);
    this.#paint({ x: 0, y: HEIGHT - BAR, width: WIDTH, height: BAR });
  }

  #paint(changed: Area): void {
    this.#isStale = true;
    const area = this.#canvas.clip(changed);
    if (area.width > 0 && area.height > 0) {
      this.#viewers.forEach((tell) => tell(area));
    }
  }

  #draw(): void {
    this.#drawGround();
    for (const window of this.#windows) {
      this.#drawWindow(window);
    }
    const canvas = this.#canvas;
    canvas.rectangle({ x: 0, y: HEIGHT - BAR, width: WIDTH, height: BAR }, COLOURS.bar);
    canvas.text(`${this.name}  demo`, { x: PADDING, y: HEIGHT - BAR + 11 }, COLOURS.light);
    const clock = new Date().toTimeString().slice(0, 8);
    canvas.text(clock, { x: WIDTH - 120, y: HEIGHT - BAR + 11 }, COLOURS.light);
  }

  #drawGround(): void {
    const [top, bottom] = COLOURS.sky;
    for (let y = 0; y < HEIGHT; y += 4) {
      this.#canvas.rectangle({ x: 0, y, width: WIDTH, height: 4 }, mix(top, bottom, y / HEIGHT));
    }
  }

  #drawWindow(window: Window): void {
    const { area, title } = window;
    const isOnTop = window === this.#windows.at(-1);
    this.#canvas.rectangle({ ...area, height: TITLE }, isOnTop ? COLOURS.title : COLOURS.titleBehind);
    this.#canvas.text(title, { x: area.x + PADDING, y: area.y + 7 }, COLOURS.light);
    const inside = { ...area, y: area.y + TITLE, height: area.height - TITLE };
    this.#canvas.rectangle(inside, COLOURS.paper);
    window.draw({
      x: inside.x + PADDING,
      y: inside.y + PADDING,
      width: inside.width - 2 * PADDING,
      height: inside.height - 2 * PADDING,
    });
  }

  #drawChart({ x, y, width, height }: Area): void {
    const foot = height - 2 * letterSize(SCALE).height;
    for (let line = 0; line <= 4; line++) {
      this.#canvas.rectangle({ x, y: y + Math.round((foot * line) / 4), width, height: 1 }, COLOURS.faint);
    }
    const perStep = (MINUTES_DRAWN * 60 * STEP) / width;
    this.#watched.forEach((figures, host) => {
      for (let at = 0; at < width; at += STEP) {
        const busy = figures.busyBefore(((width - at) / STEP) * perStep);
        const place = { x: x + at, y: y + Math.round(foot * (1 - busy)) };
        this.#canvas.rectangle({ ...place, width: STEP, height: 3 }, colourOf(host));
      }
    });
    let left = x;
    this.#watched.forEach(({ profile, busy }, host) => {
      const text = `${profile.name} ${Math.round(busy * 100)}%`;
      this.#canvas.text(text, { x: left, y: y + foot + 16 }, colourOf(host));
      left += (text.length + 1) * letterSize(SCALE).width;
    });
  }

  #drawNote({ x, y, width, height }: Area): void {
    const letter = letterSize(SCALE);
    const lines = wrap(`${this.#note}_`, Math.floor(width / letter.width));
    const shown = lines.slice(-Math.floor(height / letter.height));
    shown.forEach((line, at) => this.#canvas.text(line, { x, y: y + at * letter.height }, COLOURS.ink));
  }
}

const isIn = (area: Area, x: number, y: number) =>
  x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;

const within = (value: number, most: number) => Math.min(Math.max(0, value), most);

const colourOf = (host: number) => COLOURS.lines[host % COLOURS.lines.length] ?? COLOURS.ink;

function mix(from: number, to: number, share: number): number {
  const part = (shift: number) => {
    const [a, b] = [(from >> shift) & 0xff, (to >> shift) & 0xff];
    return Math.round(a + (b - a) * share) << shift;
  };
  return part(16) | part(8) | part(0);
}

function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? ['']);
}
