import { extensionOf, file_kinds, maxBytes, tooLarge, type FileExtension } from '@waybill/domain/files/kinds'
import { invalid, type Problem } from '@waybill/domain/kit/problem'
import { inFileThread } from '../kit/threads.ts'
import type * as texts from './inspect-text.ts'
import type * as inspection from './inspect-upload.ts'
import type * as workbooks from './inspect-workbook.ts'
import { redraw } from './pictures.ts'

const inspectUpload = inFileThread<typeof inspection.inspectUpload>(
  new URL('./inspect-upload.ts', import.meta.url),
  'inspectUpload',
)

const inspectText = inFileThread<typeof texts.inspectText>(
  new URL('./inspect-text.ts', import.meta.url),
  'inspectText',
)

const inspectWorkbook = inFileThread<typeof workbooks.inspectWorkbook>(
  new URL('./inspect-workbook.ts', import.meta.url),
  'inspectWorkbook',
)

/** The data to store for a file that passed the check. */
export interface CheckedFile {
  bytes: Buffer
  content_type: string
  width: number | null
  height: number | null
}

const extensions = Object.keys(file_kinds)

/** Returns the file type for a file name; throws 400 when that type cannot be stored (FMT-027). */
export function kindOf(fileName: string): { extension: FileExtension; type: string } {
  const extension = extensionOf(fileName)
  if (!extension)
    throw invalid(
      `This file type is not allowed: ${fileName}. Use ${extensions.slice(0, -1).join(', ')} or ${extensions.at(-1)}.`,
    )
  return { extension, type: file_kinds[extension].type }
}

const leading: Readonly<Record<string, readonly number[]>> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/webp': [0x52, 0x49, 0x46, 0x46],
  [file_kinds.xlsx.type]: [0x50, 0x4b, 0x03, 0x04],
}

/**
 * Checks a whole file: size, leading bytes and the content rules of its type. Pictures are returned re-encoded, other
 * files unchanged. Throws an error that names the file when a check fails (docs/domain/reliability.md#files).
 */
export async function checkFile(folder: string, fileName: string, bytes: Buffer): Promise<CheckedFile> {
  const { extension, type } = kindOf(fileName)
  const limitBytes = maxBytes(folder, extension)
  if (bytes.length > limitBytes) throw invalid(tooLarge(fileName, limitBytes))
  if (bytes.length === 0) throw invalid(`${fileName} is empty. Send it again.`)
  const wrong = () =>
    invalid(
      `${fileName} is not ${extension === 'xlsx' ? 'an' : 'a'} ${extension} file. Correct its name and send it again.`,
    )
  if (!(leading[type] ?? []).every((byte, index) => bytes[index] === byte)) throw wrong()
  if (file_kinds[extension].picture)
    return { ...(await redraw(fileName, extension, bytes)), content_type: type }
  if (extension === 'pdf' && !bytes.subarray(-1024).includes('%%EOF'))
    throw invalid(`${fileName} is incomplete. Save it again and send the new file.`)
  if (extension === 'pdf') await requirePassive(fileName, bytes)
  if (extension === 'xlsx') await requirePlainWorkbook(fileName, bytes, wrong)
  if (extension === 'csv' || extension === 'kml') {
    const fault = await inspectText(extension, bytes)
    if (fault === 'entities')
      throw invalid(
        `${fileName} contains custom XML entities, which are not supported. Export it again without them.`,
      )
    if (fault === 'active')
      throw invalid(
        `${fileName} contains a formula that starts a program. Save it with the values only and send it again.`,
      )
    if (fault) throw wrong()
  }
  return { bytes, content_type: type, width: null, height: null }
}

/** Rejects a PDF that contains anything other than pages to display. */
async function requirePassive(fileName: string, bytes: Buffer): Promise<void> {
  switch (await inspectUpload(bytes)) {
    case 'active':
      throw invalid(
        `${fileName} contains a script, an action, a form or another file. Print it to a new PDF and send that file.`,
      )
    case 'locked':
      throw invalid(
        `${fileName} is protected by a password, so it cannot be checked. Save it without a password and send it again.`,
      )
    case 'unreadable':
      throw invalid(`${fileName} is damaged and cannot be opened. Save it again as a PDF and send that.`)
    case null:
  }
}

/** Rejects a workbook that contains anything other than sheets with values, formulas and pictures. */
async function requirePlainWorkbook(fileName: string, bytes: Buffer, wrong: () => Problem): Promise<void> {
  switch (await inspectWorkbook(bytes)) {
    case 'another kind':
      throw wrong()
    case 'active':
      throw invalid(
        `${fileName} contains macros, embedded files or links to other files. Save it as a plain workbook and send that.`,
      )
    case 'unreadable':
      throw invalid(`${fileName} is damaged and cannot be opened. Save it again as a workbook and send that.`)
    case null:
  }
}
