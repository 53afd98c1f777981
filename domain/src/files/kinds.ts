import { hasPermission, isStaff, type Actor } from '../kit/actor.ts'
import { forbidden, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { FileFolder } from './model.ts'

/** The file types that can be stored, by extension (FMT-027). */
export const file_kinds = {
  jpg: { type: 'image/jpeg', picture: true, max_mb: 10 },
  jpeg: { type: 'image/jpeg', picture: true, max_mb: 10 },
  png: { type: 'image/png', picture: true, max_mb: 10 },
  webp: { type: 'image/webp', picture: true, max_mb: 10 },
  pdf: { type: 'application/pdf', picture: false, max_mb: 10 },
  csv: { type: 'text/csv', picture: false, max_mb: 20 },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    picture: false,
    max_mb: 10,
  },
  kml: { type: 'application/vnd.google-earth.kml+xml', picture: false, max_mb: 10 },
} as const
export type FileExtension = keyof typeof file_kinds

const pictures = ['jpg', 'jpeg', 'png'] as const

/** Maximum number of pixels in a picture. A larger picture would use too much memory when it is decoded. */
export const max_pixels = 50_000_000

/** Each of these lets staff publish pictures. */
const asset_permissions = [
  'API_/providers/settings:POST',
  'API_/pickup-points:POST',
  'API_/pickup-points:PATCH',
] as const

interface FolderRule {
  takes: readonly FileExtension[]
  /** Size limit in MB, if lower than the limit of the file type. */
  max_mb?: number
  mayUpload: (actor: Actor) => boolean
}

/** The file types that each folder accepts, and who may upload to it (REP-010). */
export const folder_rules: Readonly<Record<FileFolder, FolderRule>> = {
  'shipment-images': { takes: [...pictures, 'pdf'], mayUpload: () => true },
  'shipment-files': { takes: [...pictures, 'webp', 'pdf', 'csv', 'xlsx'], mayUpload: () => true },
  'account-attachments': { takes: [...pictures, 'pdf', 'csv'], mayUpload: () => true },
  /** Logos, icons and photos of locations. They are public: anyone with the URL can open them. */
  'provider-assets': {
    takes: pictures,
    max_mb: 2,
    mayUpload: (actor) =>
      isStaff(actor) && asset_permissions.some((permission) => hasPermission(actor, permission)),
  },
  imports: { takes: ['csv', 'kml'], mayUpload: isStaff },
  /** Written only by the application. */
  exports: { takes: [], mayUpload: () => false },
}

/** Returns the file type for the extension of a file name, ignoring case. Null when that type cannot be stored. */
export function extensionOf(fileName: string): FileExtension | null {
  const extension = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '').toLowerCase() : ''
  return Object.hasOwn(file_kinds, extension) ? (extension as FileExtension) : null
}

/**
 * Returns the name under which a file is displayed and saved: the given name, with the extension of the stored file
 * appended when the types differ. A file is therefore never saved with an extension that does not match its content.
 */
export function displayName(givenName: string, fileName: string): string {
  const storedExtension = extensionOf(fileName)
  const given = extensionOf(givenName)
  const isSame =
    storedExtension !== null && given !== null && file_kinds[storedExtension].type === file_kinds[given].type
  return isSame || storedExtension === null ? givenName : `${givenName}.${storedExtension}`
}

/** Returns the maximum size in bytes of a file of this type in this folder. */
export function maxBytes(folder: string, extension: FileExtension): number {
  const rule = folder_rules[folder as FileFolder] as FolderRule | undefined
  return Math.min(file_kinds[extension].max_mb, rule?.max_mb ?? Infinity) * 1024 * 1024
}

/** Whether `actor` may upload a file with this name to a folder. */
export function mayUpload(actor: Actor, folder: FileFolder, fileName: string): RuleResult {
  const rule = folder_rules[folder]
  if (!rule.mayUpload(actor)) return forbidden(`You may not upload files to ${folder}. Ask an administrator.`)
  const extension = extensionOf(fileName)
  if (extension && rule.takes.includes(extension)) return true
  return invalid(`This file type is not allowed: ${fileName}. Use ${rule.takes.join(', ')}.`, [
    { field: 'file_name', message: `must end in ${rule.takes.map((one) => `.${one}`).join(', ')}` },
  ])
}

/**
 * Whether a file with this name and size may be stored in a folder. Checked before the upload and again for the
 * uploaded file.
 */
export function mayStore(actor: Actor, folder: FileFolder, file: { name: string; size: number }): RuleResult {
  const verdict = mayUpload(actor, folder, file.name)
  const extension = extensionOf(file.name)
  if (verdict !== true || !extension) return verdict
  if (file.size === 0) return invalid(`${file.name} is empty. Choose another file.`)
  const max = maxBytes(folder, extension)
  return file.size <= max ? true : invalid(tooLarge(file.name, max))
}

/** Returns the error message for a file that exceeds the size limit. */
export function tooLarge(fileName: string, limitBytes: number): string {
  return `${fileName} is larger than ${limitBytes / 1024 / 1024} MB. Send a smaller one.`
}
