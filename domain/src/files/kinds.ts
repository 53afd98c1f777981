import { holds, isStaff, type Actor } from '../kit/actor.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import type { Verdict } from '../kit/verdict.ts'
import type { FileFolder } from './model.ts'

/** The kinds of files that are stored, by extension (FMT-027). */
export const file_kinds = {
  jpg: { type: 'image/jpeg', picture: true, most_mb: 10 },
  jpeg: { type: 'image/jpeg', picture: true, most_mb: 10 },
  png: { type: 'image/png', picture: true, most_mb: 10 },
  pdf: { type: 'application/pdf', picture: false, most_mb: 10 },
  csv: { type: 'text/csv', picture: false, most_mb: 20 },
  kml: { type: 'application/vnd.google-earth.kml+xml', picture: false, most_mb: 10 },
} as const
export type FileExtension = keyof typeof file_kinds

const pictures = ['jpg', 'jpeg', 'png'] as const

/** Pixels a picture may have; more would fill the memory of whoever opens it. */
export const most_pixels = 50_000_000

interface FolderRule {
  takes: readonly FileExtension[]
  /** Megabytes, where less than the kind allows. */
  most_mb?: number
  mayUpload: (actor: Actor) => boolean
}

/** What each folder takes and from whom (REP-010). */
export const folder_rules: Readonly<Record<FileFolder, FolderRule>> = {
  'shipment-images': { takes: [...pictures, 'pdf'], mayUpload: () => true },
  'account-attachments': { takes: [...pictures, 'pdf', 'csv'], mayUpload: () => true },
  /** Logos and icons: anybody who knows their address sees them. */
  'provider-assets': {
    takes: pictures,
    most_mb: 2,
    mayUpload: (actor) => isStaff(actor) && holds(actor, 'API_/providers/settings:POST'),
  },
  imports: { takes: ['csv', 'kml'], mayUpload: isStaff },
  /** Written by the product alone. */
  exports: { takes: [], mayUpload: () => false },
}

/** The kind a file name announces, whatever the case of its letters; null when it is none that is stored. */
export function extensionOf(file_name: string): FileExtension | null {
  const extension = file_name.includes('.') ? (file_name.split('.').at(-1) ?? '').toLowerCase() : ''
  return Object.hasOwn(file_kinds, extension) ? (extension as FileExtension) : null
}

/** Bytes a file of this kind may have in this folder. */
export function mostBytes(folder: string, extension: FileExtension): number {
  const rule = folder_rules[folder as FileFolder] as FolderRule | undefined
  return Math.min(file_kinds[extension].most_mb, rule?.most_mb ?? Infinity) * 1024 * 1024
}

/** Whether somebody may send a file of this name to a folder. */
export function mayUpload(actor: Actor, folder: FileFolder, file_name: string): Verdict {
  const rule = folder_rules[folder]
  if (!rule.mayUpload(actor)) return forbidden(`You may not put files into ${folder}. Ask an administrator.`)
  const extension = extensionOf(file_name)
  if (extension && rule.takes.includes(extension)) return true
  return invalid(`Files of this kind cannot be stored here: ${file_name}. Use ${rule.takes.join(', ')}.`, [
    { field: 'file_name', message: `must end in ${rule.takes.map((one) => `.${one}`).join(', ')}` },
  ])
}

/** What a file that was refused for its size says. */
export function tooLarge(file_name: string, most_bytes: number): string {
  return `${file_name} is larger than ${most_bytes / 1024 / 1024} MB. Send a smaller one.`
}
