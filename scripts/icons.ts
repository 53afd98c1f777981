import fs from 'node:fs'
import path from 'node:path'
import { icons as tabler } from '@iconify-json/tabler'

const web = path.join(import.meta.dirname, '../web/src')

/** The names that files of the web app import from a file in `kit/icons`, sorted. */
function importedNames(from: string): readonly string[] {
  const files = fs.globSync('**/*.{ts,tsx}', { cwd: web })
  const lists = files.flatMap((file) => [
    ...fs
      .readFileSync(path.join(web, file), 'utf8')
      .matchAll(/import \{([^}]*)\} from '[^']*\/icons\/([\w-]+\.ts)'/g),
  ])
  const names = lists.flatMap(([, list = '', file]) => (file === from ? list.split(',') : []))
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))].toSorted()
}

/** `truck-delivery` is imported as `IconTruckDelivery`. */
const componentName = (name: string): string =>
  `Icon${name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}`

/**
 * Returns the source of a file in `web/src/kit/icons`: the icons that the web app imports from it, of the thousands in
 * the set. `kit-icons.ts` is for the kit and signing in, so that the sign-in page does not load the others. Throws if
 * the set has no icon of that name, or if the icon has something other than paths.
 */
export function iconsSource(file: 'icons.ts' | 'kit-icons.ts'): string {
  const drawings = new Map(
    Object.entries(tabler.icons).map(([name, { body }]) => [componentName(name), body]),
  )
  const components = importedNames(file).map((name) => {
    const body = drawings.get(name)
    if (!body) throw new Error(`Tabler has no icon for ${name}.`)
    const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, d]) => `'${d}'`)
    if (/<(?!path|\/?g\b)/.test(body) || paths.length === 0)
      throw new Error(`${name} consists of more than paths.`)
    const make = body.includes('stroke="currentColor"') ? 'outlineIcon' : 'filledIcon'
    return `export const ${name} = /* @__PURE__ */ ${make}(${paths.join(', ')})`
  })
  return [
    '// Made by `npm run generate` from the icons that the web app imports. Do not edit.',
    '// Tabler Icons, copyright (c) 2020-2026 Paweł Kuna, MIT license (https://github.com/tabler/tabler-icons).',
    "import { filledIcon, outlineIcon } from './icon-shape.tsx'",
    '',
    ...components,
    '',
  ].join('\n')
}
