import { body_sizes, type BodySizeName } from '@waybill/domain/kit/calls/body-size'
import { Problem, type ProblemKind } from '@waybill/domain/kit/problem'
import { readJson } from './read-json.ts'

export type LargeJson = { value: unknown } | { problem: ProblemKind; message: string }

/** A list of bytes of at least this length is treated as a file. */
const shortest_file = 1_000

/** Parses a large JSON body. Problems are returned as data, because an error loses its class between threads. */
export function readInThread(bytes: Uint8Array, size: BodySizeName, contentType?: string): LargeJson {
  try {
    return { value: withFilesAsText(readJson(Buffer.from(bytes), body_sizes[size], contentType)) }
  } catch (error) {
    if (error instanceof Problem) return { problem: error.kind, message: error.message }
    throw error
  }
}

function withFilesAsText(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length >= shortest_file && value.every(isByte))
      return Buffer.from(value as number[]).toString('base64')
    return value.map(withFilesAsText)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withFilesAsText(child)]))
}

function isByte(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}
