import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { hangMs, type EngineDriver } from './driver';
import { endTree } from './processTree';

interface WebKitPrograms {
  /** WebKitWebDriver, MiniBrowser and Xvfb of WebKitGTK and Debian, by path. */
  driver: string;
  browser: string;
  display: string;
}

/** WebKitGTK by WebDriver, its window on a display of its own. */
export async function startWebKit(programs: WebKitPrograms): Promise<EngineDriver> {
  const started: (number | undefined)[] = [];
  const end = () => started.reverse().forEach(endTree);
  try {
    const screen = spawn(
      programs.display,
      ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    started.push(screen.pid);
    const display = `:${await firstLine(screen.stdio[3] as Readable)}`;
    const port = await freePort();
    started.push(
      spawn(programs.driver, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
      }).pid,
    );
    const ask = webDriver(`http://127.0.0.1:${port}`);
    await answering(ask);
    const { sessionId, capabilities } = (await ask('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
        },
      },
    })) as { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
    const session = (method: string, path: string, body?: unknown) =>
      ask(method, `/session/${sessionId}${path}`, body);
    // The journey's own limits come first.
    await session('POST', '/timeouts', { script: 2 * hangMs, pageLoad: 2 * hangMs });
    await session('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 1000 });
    const act = async (actions: object) => {
      await session('POST', '/actions', { actions: [actions] });
      await session('DELETE', '/actions');
    };
    return {
      name: `${capabilities.browserName}/${capabilities.browserVersion}`,
      open: async (url) => void (await session('POST', '/url', { url })),
      evaluate: (expression) =>
        session('POST', '/execute/sync', { script: `return (${expression});`, args: [] }),
      press: (x, y) =>
        act({
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        }),
      escape: () =>
        act({
          type: 'key',
          id: 'keyboard',
          actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: '\uE00C' })),
        }),
      close: () => Promise.resolve(end()),
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Sends a command of WebDriver and gives its value; rejects with what the browser complains of. */
function webDriver(address: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`WebDriver ${method} ${path}: ${error}. ${message}`);
    }
    return value;
  };
}

/** Waits until the driver listens. */
async function answering(ask: ReturnType<typeof webDriver>): Promise<void> {
  for (let tries = 300; ; tries--) {
    try {
      await ask('GET', '/status');
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await pause(100);
    }
  }
}

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const part of stream) {
    text += String(part);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('The virtual display did not start.');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
