import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The headless shell comes first: its pages take half the time of the full browser's. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chromium arguments for tests and screenshots: no background network use and no GPU emulation. */
export const chromium_args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--disable-gpu-rasterization',
]

/** Returns the Chromium for browser tests; throws when none is installed. */
export function findChromium(): string {
  const found = installedChromium()
  if (found) return found
  throw new Error('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.')
}

/**
 * Returns the Chromium for browser tests: `CHROMIUM_PATH`, the system's or one installed by Playwright; undefined
 * when there is none. Throws when `CHROMIUM_PATH` names a missing file.
 */
export function installedChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (fs.existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, where there is nothing.`)
  }
  return usual.find((file) => fs.existsSync(file)) ?? playwrightOwn()
}

function playwrightOwn(): string | undefined {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), '.cache/ms-playwright')
  if (!fs.existsSync(cache)) return undefined
  return fs
    .readdirSync(cache)
    .filter((name) => name.startsWith('chromium-'))
    .map((name) => path.join(cache, name, 'chrome-linux/chrome'))
    .find((file) => fs.existsSync(file))
}
