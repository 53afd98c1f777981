import { useQueryClient } from '@tanstack/react-query'
import { extensionOf, file_kinds, mayUpload, maxBytes, tooLarge } from '@waybill/domain/files/kinds'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call, newKey, refresh, sentenceOf } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { CodeReader } from './code-reader.ts'
import { candidatesOf, findTarget, readyProofs, type Proof } from './proofs.ts'

/** Maximum number of files on the page. More pictures would use too much memory of the browser. */
export const max_at_once = 200

const folder = 'shipment-images'

/** Returns a file as sent in a request, with its bytes in base64. */
async function encoded(file: File): Promise<{ file_name: string; display_name: string; data: string }> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () =>
      reject(new Error(`${file.name} can no longer be read. Choose it again.`)),
    )
    reader.readAsDataURL(file)
  })
  return { file_name: file.name, display_name: file.name, data: address.slice(address.indexOf(',') + 1) }
}

/** Manages the files on the page: reads them, finds their shipments, and posts them. */
export function useProofs() {
  const me = useMe()
  const client = useQueryClient()
  const [proofs, setProofs] = useState<readonly Proof[]>([])
  const [refused, setRejected] = useState<readonly string[]>([])
  const [isPosting, setPosting] = useState(false)
  const session = useRef({
    reader: null as CodeReader | null,
    turn: Promise.resolve(),
    ids: 0,
    keys: new Map<string, string>(),
  })
  const latest = useRef(proofs)
  useLayoutEffect(() => {
    latest.current = proofs
  }, [proofs])

  useEffect(() => {
    const { current } = session
    return () => {
      current.reader?.close()
      for (const { picture } of latest.current) if (picture) URL.revokeObjectURL(picture)
    }
  }, [])

  const change = (id: number, changes: Partial<Proof>): void =>
    setProofs((known) => known.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  /** Process one file at a time, so that a hundred files do not fill the memory. */
  const inTurn = (task: () => Promise<void>): void => {
    session.current.turn = session.current.turn.then(task, task)
  }

  const find = async (id: number, read: () => Promise<Partial<Proof>>): Promise<void> => {
    try {
      change(id, { ...(await read()), state: 'open' })
    } catch (thrown) {
      change(id, { target: null, state: 'open', problem: sentenceOf(thrown) ?? '' })
    }
  }

  const readFile = (proof: Proof): void =>
    inTurn(() =>
      find(proof.id, async () => {
        const reader = (session.current.reader ??= new CodeReader())
        const candidates = candidatesOf(proof.file.name, await reader.read(proof.file))
        const references = Object.values(candidates).flat()
        const targets = references.length > 0 ? await call(shipmentsApi.podTargets, { references }) : []
        return findTarget(candidates, targets)
      }),
    )

  return {
    proofs,
    /** Why files were not accepted, one sentence each. */
    refused,
    isPosting,
    add: (files: readonly File[]): void => {
      const problems: string[] = []
      const taken: Proof[] = []
      for (const file of files) {
        const extension = extensionOf(file.name)
        const reason = reasonOf(mayUpload(me, folder, file.name))
        if (reason || !extension) problems.push(reason ?? '')
        else if (file.size > maxBytes(folder, extension))
          problems.push(tooLarge(file.name, maxBytes(folder, extension)))
        else if (latest.current.length + taken.length >= max_at_once)
          problems.push(`${file.name} was left out: at most ${max_at_once} files at once.`)
        else
          taken.push({
            id: (session.current.ids += 1),
            file,
            picture: file_kinds[extension].picture ? URL.createObjectURL(file) : null,
            reference: '',
            found_in: null,
            target: null,
            problem: '',
            receiver: '',
            state: 'reading',
          })
      }
      setRejected(problems)
      setProofs((known) => [...known, ...taken])
      for (const proof of taken) readFile(proof)
    },
    type: (id: number, reference: string): void =>
      change(id, { reference, found_in: null, target: null, problem: '' }),
    setReceiver: (id: number, receiver: string): void => change(id, { receiver }),
    /** Looks up the reference typed for a file. */
    lookUp: ({ id, reference, target }: Proof): void => {
      if (target || reference.trim() === '') return
      inTurn(() =>
        find(id, async () => {
          const [found] = await call(shipmentsApi.podTargets, { references: [reference] })
          if (!found) return { problem: `There is no shipment or parcel ${reference.trim()}.` }
          return { reference: found.tracking_reference, target: found, problem: found.refusal }
        }),
      )
    },
    remove: (id: number): void => {
      const picture = latest.current.find((one) => one.id === id)?.picture
      if (picture) URL.revokeObjectURL(picture)
      setProofs((known) => known.filter((one) => one.id !== id))
    },
    /** Clears the problem of a rejected file, so that it can be posted again. */
    retry: (id: number): void => change(id, { problem: '' }),
    clearPosted: (): void => setProofs((known) => known.filter(({ state }) => state !== 'posted')),
    /**
     * Posts the files that are ready, one delivery after another. Returns how many files were posted and how many
     * failed.
     */
    post: async (date: Date | undefined): Promise<{ posted: number; failed: number }> => {
      const counts = { posted: 0, failed: 0 }
      setPosting(true)
      for (const list of readyProofs(latest.current)) {
        const [first] = list
        if (!first?.target) continue
        const each = (changes: Partial<Proof>): void => list.forEach(({ id }) => change(id, changes))
        const name = first.receiver.trim()
        const intention = `${list.map(({ id }) => id).join(' ')} ${first.target.tracking_reference} ${name} ${date?.toISOString() ?? ''}`
        const key = session.current.keys.get(intention) ?? newKey()
        session.current.keys.set(intention, key)
        each({ state: 'sending' })
        try {
          const isDocument = ({ file }: Proof) => extensionOf(file.name) === 'pdf'
          const input = {
            shipment_id: first.target.shipment_id,
            ...(first.target.parcel_id === null
              ? {}
              : { tracking_reference: first.target.tracking_reference }),
            ...(date ? { date } : {}),
            ...(name ? { name } : {}),
            message: name ? 'Recipient details entered and POD file(s) captured' : 'POD file(s) captured',
            image_files: await Promise.all(
              list.filter((one) => !isDocument(one)).map(({ file }) => encoded(file)),
            ),
            pdf_files: await Promise.all(list.filter(isDocument).map(({ file }) => encoded(file))),
          }
          await call(shipmentsApi.addPod, input, { idempotency_key: key, timeout_ms: 120_000 })
          each({ state: 'posted' })
          counts.posted += list.length
        } catch (thrown) {
          each({ state: 'open', problem: sentenceOf(thrown) ?? '' })
          counts.failed += list.length
        }
      }
      setPosting(false)
      await refresh(client, [shipmentsApi.detail, shipmentsApi.rows, shipmentsApi.pod])
      return counts
    },
  }
}
