import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The shell without windows comes first: its pages take half the time of the whole browser's. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** How headless Chromium is started for tests and pictures: quiet, offline, and without a graphics card to imitate. */
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

/**
 * The Chromium for browser tests: `CHROMIUM_PATH`, the system's, or an installed Playwright one; otherwise it is
 * installed by the system's package manager. Throws a sentence when there is none and none can be installed.
 */
export function findChromium(): string {
  const found = installedChromium()
  if (found) return found
  install()
  const installed = installedChromium()
  if (installed) return installed
  throw new Error(
    'No Chromium was found for the browser tests. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  )
}

/** The Chromium for browser tests where there is one; throws when `CHROMIUM_PATH` names a missing file. */
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

function install(): void {
  const root = process.getuid?.() === 0
  const commands: [string, string[]][] =
    process.platform === 'darwin'
      ? [['brew', ['install', '--cask', 'chromium']]]
      : [
          ['apt-get', ['update']],
          ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']],
          ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
        ]
  for (const [program, args] of commands) {
    if (installedChromium()) return
    const [run, words] = root || program === 'brew' ? [program, args] : ['sudo', ['-n', program, ...args]]
    console.log(`No Chromium found; running ${run} ${words.join(' ')}`)
    spawnSync(run, words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
}
