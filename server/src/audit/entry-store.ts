import { sql } from 'kysely'

/** One seal of a chain, in block order. */
export interface StoredSeal {
  block: number
  /** The last entry of the block. The block starts after the last entry of the previous block. */
  last_id: number
  /** Number of entries from the start of the chain to the end of this block. */
  entries: number
  /** SHA-256 as hexadecimal digits. */
  seal: string
  time: Date
}

/** An entry in its sealed form: all columns as one text, with the time to the microsecond. */
export interface CanonicalEntry {
  id: number
  canonical: string
}

/** The sealed form of an entry. */
export const canonicalColumns = sql`jsonb_build_array(provider_id, id, to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  object_type, object_id, table_name, row_id, action, source, impersonated_by, channel, request_id, client_version, change)::text`
