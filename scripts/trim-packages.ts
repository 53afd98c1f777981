import fs from 'node:fs'
import path from 'node:path'

/** Source maps, type annotations for Flow, and pages about a package. Licences stay. */
const unread_file = /\.(map|flow)$|^(readme|changelog|history|contributing)\b.*\.(md|markdown)$/i

/** Folders directly inside a package that its users never import. */
const unread_folders = new Set([
  'test',
  'tests',
  '__tests__',
  'example',
  'examples',
  'docs',
  '.yarn',
  '.github',
])

/** Parts of single packages, as patterns below `node_modules`. */
const unread_parts = [
  // Headers for compiling native add-ons. All of ours come compiled.
  'node/node_modules/node-*/include',
  // Only its ES modules are imported; the rest is the same code for old compilers and script tags. Types are in `cjs`.
  '@cantoo/pdf-lib/{dist,src,ts3.4}',
  '@cantoo/pdf-lib/cjs/**/*.js',
  // Only the entry for Node.js is imported.
  'bwip-js/dist/{bwip-js,bwip-js-min,bwip-js-gen,bwip-js-rn}.{js,mjs}',
  'bwip-js/{barcode.ps,src}',
  'maplibre-gl/src',
  'happy-dom/{src,cjs}',
  'libphonenumber-js/bundle',
  'zod/src',
  // Viewers of traces and reports.
  'playwright-core/lib/vite',
]

/**
 * Deletes from a folder `node_modules` what packages contain and nothing reads
 * (docs/decisions/0126-size-of-an-installation.md). Never follows a link: the workspaces are links to our own sources.
 */
export function trimPackages(packages: string): void {
  for (const found of unread_parts.flatMap((pattern) => fs.globSync(pattern, { cwd: packages })))
    fs.rmSync(path.join(packages, found), { recursive: true, force: true })
  trimFolder(packages)
}

function trimFolder(folder: string): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  const isPackage = entries.some(({ name }) => name === 'package.json')
  for (const entry of entries) {
    const found = path.join(folder, entry.name)
    // A link is neither a file nor a folder.
    if (entry.isFile() && unread_file.test(entry.name)) fs.rmSync(found)
    else if (entry.isDirectory() && isPackage && unread_folders.has(entry.name))
      fs.rmSync(found, { recursive: true })
    else if (entry.isDirectory()) trimFolder(found)
  }
}

if (import.meta.main) trimPackages(path.join(import.meta.dirname, '../node_modules'))
