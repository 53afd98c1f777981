import fs from 'node:fs'
import path from 'node:path'
import type { Setting } from '@waybill/domain/kit/setting'
import { catalogue, declaredIn } from '@waybill/domain/settings/catalogue'
import { unreleased_settings } from '@waybill/domain/settings/unreleased-settings'
import { settings_tabs } from '@waybill/domain/settings/sections'

const root = path.join(import.meta.dirname, '../../..')
const folders = ['domain/src', 'server/src', 'web/src']
const declaring = /(^|\/)(settings|live-settings|feature-toggles)\.ts$/

interface Source {
  file: string
  module: string
  text: string
}

/** A setting with the modules that read it; empty when no module does. */
export interface SettingUse {
  setting: Setting
  read_by: readonly string[]
}

/** An exported name that gives access to settings. */
interface Exported {
  /** The declaring file, relative to `domain/src`, without its extension. */
  file: string
  name: string
}

/** Settings that are read through a function of the declaring module: pattern of their keys, and the function. */
const read_through: readonly (readonly [RegExp, Exported])[] = [
  [
    /^notify_(email|sms|whatsapp)_\w+_(collection|delivery)$/,
    { file: 'notifications/settings', name: 'messageSwitch' },
  ],
]

/**
 * Returns every setting with the modules that read it. A module reads a setting when it imports and uses the name
 * under which the setting is exported. Where the catalogue is too large to load, it reads the key from the company’s
 * settings instead.
 */
export async function settingUses(): Promise<readonly SettingUse[]> {
  const sources = readSources()
  const readers = importingModules(sources)
  const names = await exportedNames()
  return [...catalogue.values()].map((setting) => {
    const through = read_through.filter(([keys]) => keys.test(setting.key)).map(([, exported]) => exported)
    const imported = [...(names.get(setting.key) ?? []), ...through].flatMap((one) => [
      ...(readers.get(nameOf(one)) ?? []),
    ])
    const requested = new RegExp(
      `\\b(?:setting|useSetting)\\('${setting.key}'\\)|\\bsettings\\.${setting.key}\\b|\\bsettings\\['${setting.key}'\\]`,
    )
    const byKey = sources.filter(({ text }) => requested.test(text)).map(({ module }) => module)
    return { setting, read_by: [...new Set([...imported, ...byKey])].toSorted() }
  })
}

/** Reads the source files, except tests, setting declarations, the settings screen and the demo. */
function readSources(): Source[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .filter((name) => !declaring.test(name) && !/^(settings|app\/demo)\//.test(name))
      .map((name) => ({
        file: `${folder}/${name}`,
        module: `${folder.split('/')[0] ?? ''}/${name.split('/')[0] ?? ''}`,
        text: fs.readFileSync(path.join(root, folder, name), 'utf8'),
      })),
  )
}

/**
 * Returns the modules that import and use exports of declaring files, by file and name. Imports and comments do not
 * count as use.
 */
function importingModules(sources: readonly Source[]): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>()
  for (const { file, module, text } of sources) {
    const body = text
      .replaceAll(/^import\s[^']*'[^']+'$/gm, '')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\/\/.*$/gm, '')
    for (const { source, name, local } of importsOf(text)) {
      const declared = declaringFile(file, source)
      if (!declared || !new RegExp(`\\b${local}\\b`).test(body)) continue
      const key = nameOf({ file: declared, name })
      readers.set(key, (readers.get(key) ?? new Set()).add(module))
    }
  }
  return readers
}

function importsOf(text: string): { source: string; name: string; local: string }[] {
  return [...text.matchAll(/^import\s+\{([^}]*)\}\s+from\s+'([^']+)'/gm)].flatMap(
    ([, names = '', source = '']) =>
      names
        .split(',')
        .map((one) => one.trim().replace(/^type /, ''))
        .filter(Boolean)
        .map((one) => {
          const [name = '', local = name] = one.split(/\s+as\s+/)
          return { source, name, local }
        }),
  )
}

/** Returns the declaring file that an import refers to, relative to `domain/src`; `null` for other files. */
function declaringFile(file: string, source: string): string | null {
  const name = source.startsWith('@waybill/domain/')
    ? source.slice('@waybill/domain/'.length)
    : file.startsWith('domain/src/') && source.startsWith('.')
      ? path.posix.join(path.posix.dirname(file.slice('domain/src/'.length)), source).replace(/\.ts$/, '')
      : null
  return name !== null && declaring.test(`${name}.ts`) ? name : null
}

function nameOf({ file, name }: Exported): string {
  return `${file}#${name}`
}

/** Returns the names under which modules export each setting. For a group of settings it is the name of the group. */
async function exportedNames(): Promise<Map<string, Exported[]>> {
  const names = new Map<string, Exported[]>()
  const domain = path.join(root, 'domain/src')
  const files = fs
    .readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => declaring.test(name) && !name.startsWith('kit'))
  for (const file of files) {
    const module = (await import(path.join(domain, file))) as Record<string, unknown>
    for (const [name, exported] of Object.entries(module))
      for (const { key } of declaredIn(exported))
        names.set(key, [...(names.get(key) ?? []), { file: file.replace(/\.ts$/, ''), name }])
  }
  return names
}

/** Returns the content of `docs/generated/settings.md`: every setting, and the modules in which it acts. */
export async function settingsPageSource(): Promise<string> {
  const uses = await settingUses()
  const parts = settings_tabs.flatMap(({ id, label, sections }) => [
    `## ${label}`,
    ...sections.flatMap((section) => {
      const rows = uses.filter(({ setting }) => setting.tab === id && setting.section === section.key)
      return rows.length === 0 ? [] : [`### ${section.title}`, section.description, tableOf(rows)]
    }),
  ])
  return [
    '# Settings',
    'Made from the code by `npm run generate`. **Acts in** names the modules that read a setting; in italics stands the capability that will read it; until then it is not offered.',
    ...parts,
    '',
  ].join('\n\n')
}

function tableOf(uses: readonly SettingUse[]): string {
  return [
    '| Setting | Key | Acts in |',
    '| --- | --- | --- |',
    ...uses.map(
      ({ setting, read_by }) =>
        `| ${setting.title} | \`${setting.key}\` | ${read_by.join(', ') || `_${unreleased_settings[setting.key] ?? ''}_`} |`,
    ),
  ].join('\n')
}
