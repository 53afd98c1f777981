import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { FileFolder } from './model.ts'

/** The kinds of files that are stored, by extension (FMT-027). */
export const file_kinds = {
  jpg: { type: 'image/jpeg', picture: true, max_mb: 10 },
  jpeg: { type: 'image/jpeg', picture: true, max_mb: 10 },
  png: { type: 'image/png', picture: true, max_mb: 10 },
  pdf: { type: 'application/pdf', picture: false, max_mb: 10 },
  csv: { type: 'text/csv', picture: false, max_mb: 20 },
  kml: { type: 'application/vnd.google-earth.kml+xml', picture: false, max_mb: 10 },
} as const
export type FileExtension = keyof typeof file_kinds

const pictures = ['jpg', 'jpeg', 'png'] as const

/** Pixels a picture may have; more would fill the memory of whoever opens it. */
export const max_pixels = 50_000_000

interface FolderRule {
  takes: readonly FileExtension[]
  /** Megabytes, where less than the kind allows. */
  max_mb?: number
  mayUpload: (actor: Actor) => boolean
}

/** What each folder takes and from whom (REP-010). */
export const folder_rules: Readonly<Record<FileFolder, FolderRule>> = {
  'shipment-images': { takes: [...pictures, 'pdf'], mayUpload: () => true },
  'account-attachments': { takes: [...pictures, 'pdf', 'csv'], mayUpload: () => true },
  /** Logos and icons: anybody who knows their address sees them. */
  'provider-assets': {
    takes: pictures,
    max_mb: 2,
    mayUpload: (actor) => isStaff(actor) && hasPermission(actor, 'API_/providers/settings:POST'),
  },
  imports: { takes: ['csv', 'kml'], mayUpload: isStaff },
  /** Written by the product alone. */
  exports: { takes: [], mayUpload: () => false },
}

/** The kind a file name announces, whatever the case of its letters; null when it is none that is stored. */
export function extensionOf(fileName: string): FileExtension | null {
  const extension = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '').toLowerCase() : ''
  return Object.hasOwn(file_kinds, extension) ? (extension as FileExtension) : null
}

/**
 * The name under which people see and save a file: the one it was given, with the ending of what is stored, so that nothing
 * is saved as what it is not.
 */
export function displayName(givenName: string, fileName: string): string {
  const storedExtension = extensionOf(fileName)
  const given = extensionOf(givenName)
  const isSame =
    storedExtension !== null && given !== null && file_kinds[storedExtension].type === file_kinds[given].type
  return isSame || storedExtension === null ? givenName : `${givenName}.${storedExtension}`
}

/** Bytes a file of this kind may have in this folder. */
export function maxBytes(folder: string, extension: FileExtension): number {
  const rule = folder_rules[folder as FileFolder] as FolderRule | undefined
  return Math.min(file_kinds[extension].max_mb, rule?.max_mb ?? Infinity) * 1024 * 1024
}

/** Whether somebody may send a file of this name to a folder. */
export function mayUpload(actor: Actor, folder: FileFolder, fileName: string): RuleResult {
  const rule = folder_rules[folder]
  if (!rule.mayUpload(actor)) return forbidden(`You may not put files into ${folder}. Ask an administrator.`)
  const extension = extensionOf(fileName)
  if (extension && rule.takes.includes(extension)) return true
  return invalid(`Files of this kind cannot be stored here: ${fileName}. Use ${rule.takes.join(', ')}.`, [
    { field: 'file_name', message: `must end in ${rule.takes.map((one) => `.${one}`).join(', ')}` },
  ])
}

/** Whether a file of this name and size may go into a folder; asked before it is sent, and again of what came. */
export function mayStore(actor: Actor, folder: FileFolder, file: { name: string; size: number }): RuleResult {
  const verdict = mayUpload(actor, folder, file.name)
  const extension = extensionOf(file.name)
  if (verdict !== true || !extension) return verdict
  if (file.size === 0) return invalid(`${file.name} is empty. Choose another file.`)
  const max = maxBytes(folder, extension)
  return file.size <= max ? true : invalid(tooLarge(file.name, max))
}

/** What a file that was refused for its size says. */
export function tooLarge(fileName: string, limitBytes: number): string {
  return `${fileName} is larger than ${limitBytes / 1024 / 1024} MB. Send a smaller one.`
}
