import { createHash } from 'node:crypto'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import type { ArrivedFile } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import { readArchiveEnd, readTableEntries, type ReadChain } from '../audit/index.ts'
import { evidence_folders, readEvidenceIds, readEvidenceRows, type StoredEvidence } from '../drivers/index.ts'
import { keyOf, readStoredFiles, type FileStore, type StoredEvidenceFile } from '../files/index.ts'

const at_once = 1_000

/** Result of verifying the evidence of drivers of one company. */
export interface EvidenceVerification {
  /** Number of actions whose hashes have an entry in the database. */
  actions: number
  /** Number of their photos and signatures that were removed, for example because personal data had to be deleted. */
  removed_files: number
  /** The first action that is not as it was stored, with the reason; `null` when there is none. */
  fault: string | null
}

/**
 * Compares the hashes of driver actions with their entries in the audit trail, and the stored actions with their
 * hashes, and the photos and signatures with theirs; with `store` also their bytes. The entries themselves are verified
 * by the chain. Entries that are only in the archive are not compared.
 */
export async function verifyEvidence(
  providerId: number,
  read: ReadChain,
  store: FileStore | null,
): Promise<EvidenceVerification> {
  const entered = new Set<number>()
  let removed = 0
  const standing = (fault: string | null): EvidenceVerification => ({
    actions: entered.size,
    removed_files: removed,
    fault,
  })
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const from = after
    const { entries, rows, files } = await read(async (db) => {
      const page = await readTableEntries(db, providerId, 'action_evidence', from, at_once)
      const ids = [...new Set(page.map(({ row_id }) => row_id))]
      const found = await readEvidenceRows(db, providerId, ids)
      const names = found.flatMap(({ evidence }) => evidence?.files.map(({ name }) => name) ?? [])
      return {
        entries: page,
        rows: found,
        files: await readStoredFiles(db, providerId, evidence_folders, names),
      }
    })
    const fileOf = new Map(files.map((file) => [file.name, file]))
    const byId = new Map(rows.map((row) => [row.evidence?.id, row]))
    for (const { row_id, action, change } of entries) {
      const row = byId.get(row_id)
      if (action === 'delete' || !row) return standing(removedFault(row_id, change.change_to))
      const fault =
        action === 'insert' ? faultOf(row, change.change_to) : filesFault(row, changedFiles(change))
      if (fault) return standing(fault)
      if (action !== 'insert') continue
      entered.add(row_id)
      for (const stated of row.evidence?.files ?? []) {
        const file = fileOf.get(stated.name)
        if (stated.stored_sha256 === '') continue
        if (!file || file.state === 'removed') removed += 1
        else {
          const wrong = await fileFault(providerId, { row, stated, file, store })
          if (wrong) return standing(wrong)
        }
      }
    }
    const last = entries.at(-1)
    if (!last || entries.length < at_once) break
    after = last.id
  }
  return standing(await forgedRow(providerId, read, entered))
}

const nameOf = ({ username, action }: StoredEvidence): string => `action ${action.action_id} of ${username}`

function removedFault(rowId: number, entry: unknown): string {
  const { action_id, username } = (entry ?? {}) as Record<string, unknown>
  return typeof action_id === 'string'
    ? `The hashes of action ${action_id} of ${String(username)} were removed.`
    : `The hashes with the id ${rowId} were removed.`
}

/** Returns why a stored photo or signature is not the one that arrived; `null` when it is. */
async function fileFault(
  providerId: number,
  about: { row: StoredEvidence; stated: ArrivedFile; file: StoredEvidenceFile; store: FileStore | null },
): Promise<string | null> {
  const { row, stated, file, store } = about
  const changed = `The file ${file.name} of ${nameOf(row)} is not the one that arrived.`
  if (file.digest !== stated.stored_sha256) return changed
  if (!store) return null
  const bytes = await store.get(keyOf(providerId, file.folder, file.name))
  if (!bytes) return `The file ${file.name} of ${nameOf(row)} is missing.`
  return createHash('sha256').update(bytes).digest('hex') === file.digest ? null : changed
}

/** Returns what differs between stored hashes, the entry about them, and the stored action. */
function faultOf(row: StoredEvidence, entry: unknown): string | null {
  const { evidence, action, username } = row
  const was = entry as Record<string, unknown>
  const isSame =
    evidence !== null &&
    was.content_hash === evidence.content_hash &&
    was.computed_hash === evidence.computed_hash &&
    was.former_hash === evidence.former_hash &&
    was.action_id === action.action_id &&
    was.username === username
  if (!isSame) return `The hashes of ${nameOf(row)} are not those in the audit trail.`
  const stated = evidence.files.map(({ name, sha256 }) => ({ name, sha256 }))
  const former = evidence.former_hash || undefined
  if (contentHash({ ...action, former_hash: former, evidence: stated }) !== evidence.computed_hash)
    return `The stored ${nameOf(row)} was changed.`
  return filesFault(row, was.files as ArrivedFile[])
}

function changedFiles(change: Record<string, unknown>): ArrivedFile[] {
  const files = change.files as { change_to: ArrivedFile[] } | undefined
  return files?.change_to ?? []
}

/** Hashes are only ever added, so each one in an entry must still be the stored one. */
function filesFault(row: StoredEvidence, files: readonly ArrivedFile[]): string | null {
  const now = new Map(row.evidence?.files.map((file) => [file.name, file]))
  const isUnchanged = files.every(({ name, sha256, received_sha256, stored_sha256 }) => {
    const file = now.get(name)
    return (
      file?.sha256 === sha256 &&
      (received_sha256 === '' || file.received_sha256 === received_sha256) &&
      (stored_sha256 === '' || file.stored_sha256 === stored_sha256)
    )
  })
  return isUnchanged ? null : `The hashes of the files of ${nameOf(row)} are not those in the audit trail.`
}

/** Returns the first hashes without an entry about them. */
async function forgedRow(
  providerId: number,
  read: ReadChain,
  entered: ReadonlySet<number>,
): Promise<string | null> {
  const since = await read((db) => readArchiveEnd(db, providerId))
  for (let after = 0; ;) {
    const from = after
    const ids = await read((db) => readEvidenceIds(db, providerId, since, from, at_once))
    const forged = ids.find((id) => !entered.has(id))
    if (forged !== undefined) return `The hashes with the id ${forged} have no entry in the audit trail.`
    const last = ids.at(-1)
    if (last === undefined || ids.length < at_once) return null
    after = last
  }
}
