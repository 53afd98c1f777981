import type { ExpectedParcel, ScanAnswer } from '@waybill/domain/hub/model'
import { describe, expect, it } from 'vitest'
import { isMeasured, no_measures, readScale } from './parcel-measures.ts'
import { RepeatWindow } from './repeat-window.ts'
import {
  acknowledged,
  answered,
  scanStored,
  newSession,
  pendingEntry,
  perMinute,
  readScan,
  readSession,
  rejectedAnswer,
  repeated,
  currentEntry,
  dropped,
  held,
  notChosen,
  released,
  undoable,
  undoRequested,
  undone,
  undoRejected,
  unsent,
  type ScanContent,
} from './scan-session.ts'
import { bayLabel, sentenceCase, scanResultView, soundOf, type HubList } from './scan-result-view.ts'

const now = new Date('2026-03-03T06:00:00Z')
const scan = (reference: string, seconds = 0, mode: ScanContent['mode'] = 'arrive'): ScanContent => ({
  parcel_reference: reference,
  mode,
  branch_id: 3,
  scanned_at: new Date(now.getTime() + seconds * 1000),
})
const answer = (more: Partial<ScanAnswer> = {}): ScanAnswer => ({
  verdict: 'ok',
  code: 'ok',
  short: 'At hub',
  message: '',
  shipment: null,
  parcel: null,
  next: { bay: '12', branch: '', route: '', routing_number: 'JNB-C4', driver: '' },
  event_id: 1,
  ...more,
})
const on_hold = answer({
  verdict: 'refused',
  code: 'on_hold',
  short: 'ON HOLD',
  message: 'Put it aside.',
  next: null,
})

describe('the list of scans', () => {
  it('has the newest on top after the clock of the device was set back, and older answers below', () => {
    const first = scanStored(newSession(now), 'a', scan('A1', 600), false)
    const later = scanStored(first, 'b', scan('B1', 0), false)
    const all = answered(later, 'old', scan('OLD', -60), answer())
    expect(all.last.map(({ reference }) => reference)).toEqual(['B1', 'A1', 'OLD'])
    expect(undoable(all)).toMatchObject({ reference: 'B1' })
  })
})

describe('repeated scans', () => {
  it('treats the same code within 2 s as one scan, and each repeat restarts the window', () => {
    const window = new RepeatWindow()
    expect([0, 500, 2400, 4500].map((at) => window.isRepeat('K7M2QX/1', at))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('accepts the same code at once after an undo', () => {
    const window = new RepeatWindow()
    window.isRepeat('K7M2QX/1', 0)
    window.forget()
    expect(window.isRepeat('K7M2QX/1', 100)).toBe(false)
  })

  it('accepts another code at once', () => {
    const window = new RepeatWindow()
    expect(['A', 'B', 'A'].map((code) => window.isRepeat(code, 0))).toEqual([false, false, false])
  })

  it('counts repeats without listing or accepting them', () => {
    expect(repeated(newSession(now))).toMatchObject({ repeats: 1, accepted: 0, last: [] })
  })
})

describe('scan responses', () => {
  it('are assigned to their scans when they arrive out of order', () => {
    let session = scanStored(newSession(now), 'a', scan('AAA/1'), false)
    session = scanStored(session, 'b', scan('BBB/1', 1), false)
    expect(pendingEntry(session)?.reference).toBe('BBB/1')
    session = answered(session, 'b', scan('BBB/1', 1), answer())
    expect(currentEntry(session)?.scan_id).toBe('b')
    session = answered(session, 'a', scan('AAA/1'), on_hold)
    expect(currentEntry(session)?.scan_id).toBe('b')
    expect(session.last.map(({ scan_id, answer: given }) => [scan_id, given?.short])).toEqual([
      ['b', 'At hub'],
      ['a', 'ON HOLD'],
    ])
    expect(session.to_resolve.map(({ reference }) => reference)).toEqual(['AAA/1'])
  })

  it('are counted once when they are replayed', () => {
    let session = scanStored(newSession(now), 'a', scan('AAA/1'), false)
    session = answered(session, 'a', scan('AAA/1'), on_hold)
    session = answered(session, 'a', scan('AAA/1'), on_hold)
    expect(session).toMatchObject({ refused: 1, to_resolve: [{ scan_id: 'a' }] })
  })

  it('are counted as accepted or already done, and look-ups are not counted', () => {
    let session = newSession(now)
    session = answered(session, 'a', scan('A'), answer())
    session = answered(session, 'b', scan('B'), answer({ verdict: 'warning' }))
    session = answered(session, 'c', scan('C'), answer({ verdict: 'duplicate' }))
    session = answered(session, 'd', scan('D', 0, 'look-up'), on_hold)
    expect(session).toMatchObject({ accepted: 2, already_done: 1, refused: 0, to_resolve: [] })
  })

  it('are added for scans that were queued before a reload', () => {
    const session = answered(newSession(now), 'old', scan('OLD/1'), answer())
    expect(currentEntry(session)).toMatchObject({ scan_id: 'old', state: 'answered' })
  })

  it('list scans that the server rejected as items to resolve', () => {
    const session = answered(newSession(now), 'a', scan('A'), rejectedAnswer('You may not scan here.'))
    expect(session.to_resolve[0]).toMatchObject({ short: 'NOT TAKEN', message: 'You may not scan here.' })
  })
})

describe('network loss', () => {
  it('marks pending scans as queued and displays them as to be confirmed', () => {
    const session = unsent(scanStored(newSession(now), 'a', scan('AAA/1'), false))
    const entry = currentEntry(session)
    expect(entry?.state).toBe('kept')
    expect(entry && scanResultView(entry, null)).toMatchObject({ family: 'yellow', title: 'To be confirmed' })
  })
})

describe('offline scans', () => {
  const parcel = (trackingReference: string): ExpectedParcel => ({
    parcel_id: 1,
    shipment_id: 1,
    tracking_reference: trackingReference,
    status: 'at-destination-hub',
    account_name: 'Overberg Books',
    service_level_code: 'ECO',
    delivery_suburb: 'Melville',
    delivery_branch_name: 'Johannesburg',
    last_branch_name: '',
    last_scan: null,
    parcel_count: 1,
    parcels_here: 1,
    kind: 'expected',
  })
  const hubList: HubList = {
    lists: new Map([
      ['coming', [parcel('COMING/1')]],
      ['to-go-out', [parcel('HERE/1')]],
    ]),
    read_at: '08:00',
  }
  it.each<[string, ScanContent['mode'], string]>([
    ['COMING/1', 'arrive', 'Expected here.'],
    ['HERE/1', 'out-for-delivery', 'Expected here.'],
    ['HERE/1', 'arrive', 'Known at this hub, but not for this task.'],
    ['HERE/1', 'look-up', 'Expected here.'],
    ['STRAY/1', 'out-for-delivery', 'Not on the list of this hub.'],
  ])('compares %s with the hub list in the mode %s', (reference, mode, known) => {
    const entry = currentEntry(scanStored(newSession(now), 'a', scan(reference, 0, mode), true))
    expect(entry && scanResultView(entry, hubList).message).toBe(
      `${known} The server decides when the network is back.`,
    )
    expect(entry && scanResultView(entry, null).message).toMatch(
      /^The list of this hub has not been loaded yet\./,
    )
  })
})

describe('items to resolve', () => {
  it('store doubtful measures, so that they can be confirmed', () => {
    const sizes = { length_cm: 90, width_cm: 80, height_cm: 70, weight_kg: 55 }
    const content = { ...scan('A/1', 0, 're-measure'), ...sizes }
    const doubted = answer({ verdict: 'refused', code: 'measures_doubtful', short: 'CHECK MEASURES' })
    expect(answered(newSession(now), 'a', content, doubted).to_resolve[0]?.doubtful).toEqual(sizes)
    expect(answered(newSession(now), 'a', content, on_hold).to_resolve[0]?.doubtful).toBeUndefined()
  })

  it('stay until they are acknowledged, the newest first', () => {
    let session = answered(newSession(now), 'a', scan('A'), on_hold)
    session = answered(session, 'b', scan('B', 1), on_hold)
    session = acknowledged(session)
    expect(session.to_resolve.map(({ scan_id }) => scan_id)).toEqual(['a'])
    expect(acknowledged(session, 'a').to_resolve).toEqual([])
    expect(session.refused).toBe(2)
  })

  it('store the wrong manifest, so that the parcel can be loaded anyway', () => {
    const content = { ...scan('A', 0, 'load-manifest'), interhub_transfer_id: 9 }
    const parcel = { id: 1, tracking_reference: 'A/1' } as ScanAnswer['parcel']
    const refused = answer({ verdict: 'refused', code: 'wrong_manifest', short: 'WRONG MANIFEST', parcel })
    const session = answered(newSession(now), 'a', content, refused)
    expect(session.to_resolve[0]?.wrong_manifest_id).toBe(9)
    const closed = { ...refused, short: 'MANIFEST CLOSED' }
    expect(answered(newSession(now), 'a', content, closed).to_resolve[0]?.wrong_manifest_id).toBeUndefined()
  })

  it('survive a reload, and an unreadable session is ignored', () => {
    const session = answered(newSession(now), 'a', scan('A'), on_hold)
    expect(readSession(JSON.stringify(session))).toEqual(session)
    expect(readSession('{"broken')).toBeNull()
  })
})

describe('scans that wait for a manifest', () => {
  const waiting = held(held(newSession(now), scan('A', 0, 'load-manifest')), scan('B', 1, 'load-manifest'))
  it('survive a reload, in their order', () => {
    const read = readSession(JSON.stringify(waiting))
    expect(read?.held.map(({ reference }) => reference)).toEqual(['A', 'B'])
    expect(dropped(waiting).held.map(({ reference }) => reference)).toEqual(['A'])
    expect(released(waiting).held).toEqual([])
  })
  it('are items to resolve when the manifest is not chosen', () => {
    const [first] = waiting.held
    if (!first) throw new Error('No scan waits.')
    const { to_resolve, refused } = notChosen(waiting, 'a', first)
    expect([to_resolve.map((one) => [one.reference, one.short]), refused]).toEqual([
      [['A', 'NO MANIFEST']],
      1,
    ])
    const [parcel] = to_resolve
    expect(parcel?.message).toMatch(/^Its manifest could not be chosen/)
    const [barcode] = notChosen(waiting, 'b', { ...first, reference: 'IHM000012' }).to_resolve
    expect(barcode?.message).toMatch(/^This manifest was not chosen/)
  })
})

describe('scanner page', () => {
  it('lists ten scans and counts those of the last minute', () => {
    let session = newSession(now)
    for (let second = 0; second < 90; second += 6)
      session = scanStored(session, `${second}`, scan(`S${second}`, second), false)
    expect(session.last).toHaveLength(10)
    expect(perMinute(session, now.getTime() + 90_000)).toBe(9)
  })

  it('formats bays, manifests, short texts and sounds', () => {
    expect([bayLabel('12'), bayLabel('Unsorted'), bayLabel('')]).toEqual(['BAY 12', 'UNSORTED', ''])
    const manifest = { id: 9, display_id: 'IHM000009', to_branch_name: 'CPT', done: 1, of: 0 }
    const loaded = answered(newSession(now), 'a', scan('A', 0, 'load-manifest'), answer({ manifest })).last[0]
    expect(loaded && scanResultView(loaded, null).bay).toBe('IHM000009')
    expect([sentenceCase('ALREADY SCANNED'), sentenceCase('At hub')]).toEqual(['Already scanned', 'At hub'])
    expect([soundOf(answer()), soundOf(on_hold)]).toEqual(['accepted', 'refused'])
  })

  it('recognises the ACK, BAY and manifest barcodes, and cleans references', () => {
    expect(readScan('ack')).toEqual({ kind: 'acknowledge' })
    expect(readScan('BAY-12')).toEqual({ kind: 'bay', bay: '12' })
    expect(readScan(']C1k7m2qx/1')).toEqual({ kind: 'reference', reference: 'K7M2QX/1' })
    expect(readScan('https://x.test/track?ref=K7M2QX')).toEqual({ kind: 'reference', reference: 'K7M2QX' })
    expect(readScan('ihm000012')).toEqual({ kind: 'manifest', reference: 'IHM000012' })
    expect(readScan('  ')).toBeNull()
  })

  it('reads the weight from a scale that types like a scanner', () => {
    expect([readScale('12.345'), readScale('3,2 KG'), readScale('K7M2QX/1')]).toEqual([12.345, 3.2, null])
    expect(isMeasured(no_measures)).toBe(false)
    expect(isMeasured({ length_cm: 1, width_cm: 2, height_cm: 3, weight_kg: 0.4 })).toBe(true)
  })
})

describe('undoing the last scan', () => {
  const made = (given: ScanAnswer | null = answer(), mode: ScanContent['mode'] = 'arrive') => {
    const content = scan('K7M2QX/1', 0, mode)
    const session = scanStored(newSession(now), 'a', content, false)
    return given ? answered(session, 'a', content, given) : session
  }
  const done = {
    scan_id: 'a',
    code: 'undone' as const,
    short: 'UNDONE',
    message: '',
    parcel: null,
    event_id: 9,
  }

  it('offers the newest scan, also before its response', () => {
    expect(undoable(made())).toMatchObject({ scan_id: 'a' })
    expect(undoable(made(null))).toMatchObject({ scan_id: 'a' })
  })

  it('returns why there is nothing to undo', () => {
    const why = (session: ReturnType<typeof made>) => {
      const found = undoable(session)
      return 'why' in found ? found.why : ''
    }
    expect(why(newSession(now))).toMatch(/no scan/)
    expect(why(made(answer(), 'look-up'))).toMatch(/no scan/)
    expect(why(made({ ...on_hold, event_id: 0 }))).toMatch(/changed nothing/)
    expect(why(undoRequested(made(), 'a', false))).toMatch(/undone already/)
  })

  it('reduces the accepted count once, also when the response is replayed', () => {
    const requested = undoRequested(made(), 'a', false)
    expect(currentEntry(requested)).toMatchObject({ undo: { state: 'sending' } })
    expect(unsent(requested).last[0]).toMatchObject({ undo: { state: 'kept' } })
    const after = undone(undone(requested, done), done)
    expect([after.accepted, after.last[0]?.undo?.state]).toEqual([0, 'done'])
    expect(undone(undoRequested(made(), 'a', false), { ...done, code: 'nothing' }).accepted).toBe(1)
  })

  it('keeps the scan when the undo is rejected, and adds an item to resolve', () => {
    const content = { undoes: 'a', reference: 'K7M2QX/1', undone_at: now }
    const after = undoRejected(undoRequested(made(), 'a', false), 'u', content, 'It went on.')
    expect(after.last[0]?.undo).toBeUndefined()
    expect(after.to_resolve).toMatchObject([{ scan_id: 'u', short: 'NOT UNDONE', message: 'It went on.' }])
    expect(acknowledged(after).to_resolve).toEqual([])
  })

  it('shows no bay for an undone scan', () => {
    const [entry] = undone(undoRequested(made(), 'a', false), done).last
    expect(entry && scanResultView(entry, null)).toMatchObject({ title: 'UNDONE', bay: '', family: 'blue' })
  })

  it('recognises the UNDO barcode', () => {
    expect(readScan('undo')).toEqual({ kind: 'undo' })
  })
})
