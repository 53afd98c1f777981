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

/** Where a setting acts: the modules that read it; empty when nothing does. */
export interface SettingUse {
  setting: Setting
  read_by: readonly string[]
}

/** A name under which a module exports settings. */
interface Exported {
  /** The declaring file below `domain/src`, without its ending. */
  file: string
  name: string
}

/**
 * Settings that are read through a function of the module that declares them: the pattern of their keys, and the function.
 */
const read_through: readonly (readonly [RegExp, Exported])[] = [
  [
    /^notify_(email|sms|whatsapp)_\w+_(collection|delivery)$/,
    { file: 'notifications/settings', name: 'messageSwitch' },
  ],
]

/**
 * Every setting with what reads it. A module reads a setting when it imports the name under which the setting is exported
 * and uses it, or, where the catalogue is too large to be loaded, asks the company's settings for the key.
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

/** Program text without imports and comments, outside tests, declarations, the settings screen and the demonstration. */
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

/** The modules that import and use what declaring files export, by file and name. */
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

/** The declaring file that an import means, below `domain/src`; `null` when it is another file. */
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

/** The names under which modules export each setting, groups of settings by the name of the group. */
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

/** `docs/settings.md`: every setting, its default and where it acts. */
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
