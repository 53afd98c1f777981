import { spawnSync } from 'node:child_process'
import { installedChromium } from './chromium.ts'
import { pgProgram } from './postgres.ts'

/** Programs that tests and measurements start, and their package names on Debian and macOS. */
const programs = {
  postgresql: {
    isInstalled: () => pgProgram('initdb') !== undefined,
    debian: ['postgresql'],
    homebrew: ['postgresql@17'],
  },
  zbarimg: { isInstalled: () => answers('zbarimg', '--version'), debian: ['zbar-tools'], homebrew: ['zbar'] },
  pdftoppm: {
    isInstalled: () => answers('pdftoppm', '-v'),
    debian: ['poppler-utils'],
    homebrew: ['poppler'],
  },
  // The headless shell is tried first, because it renders a page in half the time.
  chromium: {
    isInstalled: () => installedChromium() !== undefined,
    debian: ['chromium-headless-shell', 'chromium'],
    homebrew: ['--cask', 'chromium'],
  },
}
type Program = keyof typeof programs

const answers = (program: string, argument: string): boolean => !spawnSync(program, [argument]).error

/**
 * Installs the given programs that are missing, when the system's package manager may be used. Returns the names of
 * those that are still missing.
 */
export function installPrograms(names = Object.keys(programs) as Program[]): Program[] {
  const missing = () => names.filter((name) => !programs[name].isInstalled())
  const wanted = missing()
  if (wanted.length === 0) return []
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (process.platform === 'darwin')
    for (const name of wanted) run(['brew', 'install', ...programs[name].homebrew])
  else if (process.platform === 'linux' && run([...asRoot, 'apt-get', 'update', '-qq']))
    for (const name of wanted)
      programs[name].debian.some((one) =>
        run([...asRoot, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', one]),
      )
  return missing()
}

/** Prints a command and runs it; returns whether it succeeded. */
function run([program = '', ...args]: readonly string[]): boolean {
  console.log(`Installing what tests need: ${program} ${args.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
