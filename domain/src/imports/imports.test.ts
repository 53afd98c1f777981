import { describe, expect, it } from 'vitest'
import { bookingOf, cellProblems, repeatedReferences } from './booking.ts'
import { changeText, checkChange, readReferences } from './bulk-change.ts'
import { guessColumns, missingColumns } from './columns.ts'
import { row_states, type RowCounts } from './model.ts'
import { readParcels } from '../shipments/parcel-notation.ts'
import {
  checksFirst,
  isAsSeen,
  mayCancelBulk,
  mayCorrect,
  mayRun,
  mayUndo,
  rowsToRun,
  undoUntil,
  type SeenUpdate,
} from './rules.ts'
import { readShipmentFile, shipmentRows } from './shipment-file.ts'

describe('parsing of the parcels cell', () => {
  it('[TOOL-004] reads count x length x width x height x kg, several separated by semicolons', () => {
    const read = readParcels('2x30x20x10x1.5; 1 × 40*30X20x3,25', 'Books')
    expect(
      'parcels' in read && read.parcels.map((one) => [one.submitted_length_cm, one.submitted_weight_kg]),
    ).toEqual([
      [30, 1.5],
      [30, 1.5],
      [40, 3.25],
    ])
    expect('parcels' in read && read.parcels[0]?.parcel_description).toBe('Books')
  })

  it.each([
    ['', 'Enter the parcels, such as 2x30x20x10x1.5;1x40x30x20x3.'],
    [
      'two boxes',
      'two boxes is not valid. Write count x length x width x height x kg, such as 2x30x20x10x1.5.',
    ],
    [
      '30x20x10x1.5',
      '30x20x10x1.5 is not valid. Write count x length x width x height x kg, such as 2x30x20x10x1.5.',
    ],
    ['0x30x20x10x1', '0x30x20x10x1 begins with 0 parcels. Write a whole number from 1 to 200.'],
    ['1.5x30x20x10x1', '1.5x30x20x10x1 begins with 1.5 parcels. Write a whole number from 1 to 200.'],
    ['1x30x20x10x0', '1x30x20x10x0 has a size or weight of 0. Enter the size and weight of the parcel.'],
  ])('reports the problem with %j', (text, problem) => {
    expect(readParcels(text)).toEqual({ problem })
  })
})

describe('import columns', () => {
  it('[TOOL-004] matches headings by a saved map first, then by template names, then by other names as guesses', () => {
    const headings = ['account_code', 'Order No', 'Ship to city', 'Delivery suburb', 'Colour', 'Service']
    expect(guessColumns(headings)).toEqual({
      columns: {
        account_code: 0,
        customer_reference: 1,
        delivery_city: 2,
        delivery_suburb: 3,
        service_level_code: 5,
      },
      guessed: expect.arrayContaining(['customer_reference', 'delivery_city']) as string[],
    })
    expect(guessColumns(headings).guessed).not.toContain('account_code')
    expect(
      guessColumns(headings, { parcel_description: 'Colour', customer_reference: 'Service' }),
    ).toMatchObject({
      columns: { parcel_description: 4, customer_reference: 5 },
    })
  })

  it('lists the required columns that have no heading', () => {
    expect(missingColumns({}, true)).toEqual([
      'Account code',
      'Service level',
      'Collection street',
      'Delivery street',
      'Parcels',
    ])
    const enough = {
      service_level_code: 0,
      collection_pickup_point_id: 1,
      delivery_street: 2,
      parcel_weight: 3,
    }
    expect(missingColumns(enough, false)).toEqual([])
  })
})

describe('import file lines', () => {
  const rowsOf = (text: string) => {
    const file = readShipmentFile(text)
    if ('problem' in file) throw new Error(file.problem)
    const rows = shipmentRows(file, guessColumns(file.headings).columns)
    if ('problem' in rows) throw new Error(rows.problem)
    return rows
  }

  it('[TOOL-004] merges consecutive lines with the same reference into one shipment unless other cells differ', () => {
    const rows = rowsOf(
      [
        'customer_reference\tdelivery_city\tqty\tlength\twidth\theight\tweight',
        'A-1\tPretoria\t\t30\t20\t10\t1',
        'A-1\t\t2\t40\t30\t20\t3',
        'A-1\tDurban\t1\t40\t30\t20\t3',
        '\tDurban\t1\t40\t30\t20\t3',
        '\tDurban\t1\t40\t30\t20\t3',
      ].join('\n'),
    )
    expect(rows.map(({ row, cells }) => [row, cells['parcels']])).toEqual([
      [2, '1x30x20x10x1;2x40x30x20x3'],
      [4, '1x40x30x20x3'],
      [5, '1x40x30x20x3'],
      [6, '1x40x30x20x3'],
    ])
  })

  it('reports a file that is empty, has no shipments or has too many', () => {
    expect(readShipmentFile('')).toMatchObject({ problem: 'The file is empty.' })
    expect(readShipmentFile('a;b\n;\n')).toEqual({
      problem: 'The file has no shipments below its first line.',
    })
    const many = readShipmentFile(`a,b\n${'x,y\n'.repeat(2_001)}`)
    expect('lines' in many && shipmentRows(many, {})).toEqual({
      problem: 'The file has 2,001 shipments; at most 2,000 are imported at once. Split it.',
    })
  })

  it('reports the line of an unclosed quote, of extra cells and of missing cells', () => {
    const broken = 'order,note\nN-1,"leave at the gate\nN-2,a\nN-3,b\n'
    expect(readShipmentFile(broken)).toMatchObject({
      problem: expect.stringMatching(/^A quote in line 2 is never closed/) as string,
    })
    expect(readShipmentFile('order,street\nN-1,12 Long Street, Unit 4\n')).toMatchObject({
      problem: expect.stringMatching(/^Line 2 has more cells/) as string,
    })
    expect(readShipmentFile('order,street,note\nN-1,12 Long Street\n')).toMatchObject({
      remark: 'Line 2 has fewer cells than the first line has columns. Missing cells are read as empty.',
    })
  })

  it('applies one value to every shipment, and a size to each parcel, where the file has none', () => {
    const file = readShipmentFile('customer_reference,weight\nA,2\nA,3\nB,\n')
    if ('problem' in file) throw new Error(file.problem)
    const columns = { customer_reference: 0, parcel_weight: 1 }
    const values = {
      service_level_code: ' ECO ',
      parcel_length: '30',
      parcel_width: '20',
      parcel_height: '10',
      delivery_instructions: 'Call first',
      cost_centre: '',
    }
    const rows = shipmentRows(file, columns, values)
    expect(rows).toEqual([
      {
        row: 2,
        cells: {
          service_level_code: 'ECO',
          delivery_instructions: 'Call first',
          customer_reference: 'A',
          parcels: '1x30x20x10x2;1x30x20x10x3',
        },
      },
      {
        row: 4,
        cells: {
          service_level_code: 'ECO',
          delivery_instructions: 'Call first',
          customer_reference: 'B',
          parcels: '1x30x20x10x0',
        },
      },
    ])
    expect(shipmentRows(file, columns, { parcel_weight: '1' })).toEqual({
      problem: 'Weight (kg) has both a column and a value for all. Remove one of them.',
    })
    expect(
      missingColumns({ delivery_street: 0 }, false, { service_level_code: 'ECO', parcel_weight: ' ' }),
    ).toEqual(['Collection street', 'Parcels'])
  })

  it('reads a Shopify export as one shipment with one parcel per order', () => {
    const file = readShipmentFile(
      [
        'Name,Email,Lineitem quantity,Lineitem name,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Phone',
        "#1001,naledi@example.com,1,Rooibos,Naledi Mokoena,9 Pretorius Street,Pretoria,'0002,'+27821234567",
        '#1001,naledi@example.com,1,Honeybush,,,,,',
        '#1002,sam@example.com,2,Rooibos,Sam Nel,18 Florida Road,Durban,4001,0831234567',
      ].join('\n'),
    )
    if ('problem' in file) throw new Error(file.problem)
    const { columns, guessed } = guessColumns(file.headings)
    expect(guessed).toContain('customer_reference')
    const size = { parcel_length: '30', parcel_width: '20', parcel_height: '10', parcel_weight: '1' }
    const rows = shipmentRows(file, columns, size)
    if ('problem' in rows) throw new Error(rows.problem)
    expect(rows.map(({ row, cells }) => [row, cells['customer_reference'], cells['parcels']])).toEqual([
      [2, '#1001', '1x30x20x10x1'],
      [4, '#1002', '1x30x20x10x1'],
    ])
    expect(rows[0]?.cells).toMatchObject({
      delivery_street: '9 Pretorius Street',
      delivery_code: '0002',
      delivery_phone: '+27821234567',
      delivery_email: 'naledi@example.com',
    })
    expect(guessColumns(['Name', 'Street']).columns).toEqual({})
  })

  it('finds rows that repeat a tracking reference', () => {
    const rows: { row: number; cells: Record<string, string> }[] = [
      { row: 2, cells: { custom_tracking_reference: 'fyn1' } },
      { row: 3, cells: {} },
      { row: 4, cells: { custom_tracking_reference: ' FYN1' } },
    ]
    expect([...repeatedReferences(rows)]).toEqual([[4, 2]])
  })
})

describe('conversion of row cells to a booking', () => {
  it('[TOOL-004] keeps leading zeros of postal codes and parses dates and amounts as people write them', () => {
    const { input, problems, opt_ins } = bookingOf({
      service_level_code: 'eco',
      collection_street: '1 Long Street',
      collection_code: '0081',
      collection_phone: '0821234567',
      delivery_pickup_point_id: 'CG1',
      delivery_email: 'a@example.com',
      parcels: '1x1x1x1x1',
      declared_value: 'R 1 250,50',
      delivery_date: '31/03/2026',
      cost_centre: 'Sales',
      opt_ins: 'Saturday; 7',
    })
    expect(problems).toEqual([])
    expect(opt_ins).toEqual(['Saturday', '7'])
    expect(input).toMatchObject({
      service_level_code: 'ECO',
      declared_value: 125_050,
      delivery_min_date: '2026-03-31',
      cost_center: { name: 'Sales' },
      delivery_pickup_point_id: 'CG1',
      delivery_address: undefined,
    })
    expect(input.collection_address?.code).toBe('0081')
  })

  it('[TOOL-004] normalises spreadsheet phone numbers, hidden characters and line breaks', () => {
    const { input, problems } = bookingOf({
      service_level_code: 'ECO',
      collection_street: '12 Long Street\nUnit 4',
      collection_contact: '\u200bRiaan\nJooste\ufeff',
      collection_phone: '821234567.0',
      collection_instructions: 'Hek 4\nBel eers',
      delivery_phone: '27821234567',
      parcels: '1x1x1x1x1',
    })
    expect(problems).toEqual([])
    expect(input).toMatchObject({
      collection_address: { street_address: '12 Long Street, Unit 4' },
      collection_contact: { name: 'Riaan Jooste', mobile_number: '0821234567' },
      special_instructions_collection: 'Hek 4\nBel eers',
      delivery_contact: { mobile_number: '+27821234567' },
    })
  })

  it('has no collection date when the sender drops off at a pickup point', () => {
    const columns = (cells: Record<string, string>) => bookingOf(cells).problems.map(({ column }) => column)
    const dated = { collection_date: '2026-03-31' }
    expect(columns(dated)).not.toContain('collection_date')
    expect(columns({ ...dated, delivery_pickup_point_id: 'CG1042' })).not.toContain('collection_date')
    expect(columns({ ...dated, collection_pickup_point_id: 'CG1042' })).toContain('collection_date')
  })

  it('reports the problem of each invalid or missing cell', () => {
    const { problems } = bookingOf({
      delivery_email: 'nobody',
      collection_date: '31/02/2026',
      declared_value: 'much',
      parcels: '1x1x1x1x1',
      delivery_phone: '1'.repeat(256),
    })
    expect(problems.map(({ column }) => column).toSorted()).toEqual([
      'collection_date',
      'collection_phone',
      'declared_value',
      'delivery_email',
      'delivery_phone',
      'service_level_code',
    ])
  })

  it('reports cells that exceed booking limits together with other problems', () => {
    const { problems } = bookingOf({
      service_level_code: 'ECO',
      collection_street: 'a'.repeat(600),
      collection_code: '1'.repeat(30),
      collection_contact: 'b'.repeat(300),
      collection_phone: '0821234567',
      delivery_instructions: 'c'.repeat(2_001),
      delivery_phone: 'nobody',
      parcel_description: 'd'.repeat(501),
      parcels: '3x1x1x1x1',
      cost_centre: 'e'.repeat(121),
      customer_reference: 'f'.repeat(256),
    })
    expect(problems.map(({ column }) => column).toSorted()).toEqual([
      'collection_code',
      'collection_contact',
      'collection_street',
      'cost_centre',
      'customer_reference',
      'delivery_instructions',
      'delivery_phone',
      'parcel_description',
    ])
    expect(problems.find(({ column }) => column === 'collection_street')?.message).toBe(
      'This must be 500 characters or fewer.',
    )
  })

  it('removes spreadsheet artefacts and reports codes that lost digits', () => {
    const { input, account_code, problems } = bookingOf({
      service_level_code: 'ECO',
      account_code: '1002.0',
      collection_street: "'t Hooft Street 12",
      collection_code: "'0002",
      collection_phone: '="0821234567"',
      delivery_street: '1 Long Street',
      delivery_code: '8001.0',
      delivery_phone: '2.78212E+10',
      customer_reference: '1,23457E+12',
      custom_tracking_reference: '12E5',
      parcels: '1x1x1x1x1',
    })
    expect(problems).toEqual([
      {
        column: 'delivery_phone',
        message:
          '2.78212E+10 has lost its digits in a spreadsheet. Set the column to text there, enter the number again and save the file.',
      },
      {
        column: 'customer_reference',
        message:
          '1,23457E+12 has lost its digits in a spreadsheet. Set the column to text there, enter the number again and save the file.',
      },
    ])
    expect(account_code).toBe('1002')
    expect(input).toMatchObject({
      collection_address: { street_address: "'t Hooft Street 12", code: '0002' },
      collection_contact: { mobile_number: '0821234567' },
      delivery_address: { code: '8001' },
      custom_tracking_reference: '12E5',
    })
  })

  it('assigns booking errors to cells', () => {
    const problemsFor = (field: string, cells = {}) =>
      cellProblems({ message: 'No.', fields: [{ field, message: 'is required' }] }, cells)
    expect(problemsFor('collection_address', { collection_street: 'x', collection_suburb: 'y' })).toEqual([
      { column: 'collection_city', message: 'No.' },
    ])
    expect(problemsFor('parcels.0.submitted_weight_kg')[0]?.column).toBe('parcels')
    expect(problemsFor('delivery_contact')[0]?.column).toBe('delivery_phone')
    expect(problemsFor('opt_in_rates')[0]?.column).toBe('opt_ins')
    expect(cellProblems({ message: 'No money.', fields: [] }, {})).toEqual([
      { column: '', message: 'No money.' },
    ])
  })
})

describe('bulk job rules', () => {
  const counts = (more: Partial<RowCounts>): RowCounts => ({
    ...(Object.fromEntries(row_states.map((state) => [state, 0])) as RowCounts),
    ...more,
  })
  const sentence = (result: true | { message: string }) => (result === true ? true : result.message)
  const started = new Date('2026-03-02T08:00:00Z')
  const job = {
    kind: 'shipment-import',
    time_started: started,
    change: null,
    counts: counts({ done: 3 }),
  } as const

  it('allows a run when rows are good or failed, unless the job is running or all rows are wrong', () => {
    const kind = 'shipment-import'
    expect(mayRun({ kind, state: 'checked', counts: counts({ good: 1, wrong: 2 }) })).toBe(true)
    expect(mayRun({ kind, state: 'finished', counts: counts({ failed: 1 }) })).toBe(true)
    expect(sentence(mayRun({ kind, state: 'running', counts: counts({ good: 1 }) }))).toBe(
      'It is already running.',
    )
    expect(sentence(mayRun({ kind, state: 'checked', counts: counts({ wrong: 1 }) }))).toBe(
      'No row is valid yet. Correct the rows with errors first.',
    )
  })

  it.each<[Partial<RowCounts>, number]>([
    [{ good: 2, failed: 1, wrong: 1, waiting: 1 }, 2],
    [{ done: 5, failed: 1, wrong: 2, waiting: 4 }, 7],
    [{ waiting: 3 }, 3],
    [{ done: 5, undone: 1, kept: 1 }, 0],
  ])(
    'runs of the rows %j of an update its good rows, or checks all that were not changed: %i',
    (some, rows) => {
      const update = { kind: 'shipment-update', counts: counts(some) } as const
      expect(rowsToRun(update)).toBe(rows)
      for (const state of ['checked', 'finished', 'cancelled'] as const)
        expect(mayRun({ ...update, state }) === true, state).toBe(rows > 0)
    },
  )

  it.each<[SeenUpdate | undefined, boolean]>([
    [{ good: 2, time_started: started }, true],
    [{ good: 2, time_started: new Date(started.getTime() + 999) }, true],
    [{ good: 0, time_started: started }, false],
    [{ good: 2, time_started: new Date('2026-03-02T07:00:00Z') }, false],
    [{ good: 2 }, false],
    [undefined, false],
  ])('lets only a user who saw 2 good rows and the last run of an update run it: %j', (seen, expected) => {
    const now = { counts: counts({ good: 2 }), time_started: started }
    expect(isAsSeen({ ...now, kind: 'shipment-update' }, seen) === true).toBe(expected)
    expect(isAsSeen({ ...now, kind: 'shipment-import' }, seen)).toBe(true)
  })

  it('checks failed rows again before a run only where an update has no good rows left', () => {
    expect(checksFirst({ kind: 'shipment-update', counts: counts({ failed: 1, done: 2 }) })).toBe(true)
    expect(checksFirst({ kind: 'shipment-update', counts: counts({ failed: 1, good: 1 }) })).toBe(false)
    expect(checksFirst({ kind: 'shipment-import', counts: counts({ failed: 1 }) })).toBe(false)
  })

  it('rejects corrections during a run and of updates, and cancels a run but not an undo', () => {
    expect(mayCorrect({ kind: 'shipment-import', state: 'finished' })).toBe(true)
    expect(mayCorrect({ kind: 'shipment-import', state: 'running' })).not.toBe(true)
    expect(mayCorrect({ kind: 'shipment-update', state: 'checked' })).not.toBe(true)
    expect([mayCancelBulk('running'), mayCancelBulk('undoing') === true]).toEqual([true, false])
  })

  it('allows an undo of a job within 24 hours of its start, and no undo of an undo', () => {
    expect(undoUntil({ ...job, state: 'finished' })).toEqual(new Date('2026-03-03T08:00:00Z'))
    expect(mayUndo({ ...job, state: 'finished' }, new Date('2026-03-03T08:00:00Z'))).toBe(true)
    expect(mayUndo({ ...job, state: 'finished' }, new Date('2026-03-03T08:00:01Z'))).not.toBe(true)
    expect(mayUndo({ ...job, state: 'undone' }, started)).not.toBe(true)
    const release = { kind: 'release', message: '' } as const
    const update = { ...job, kind: 'shipment-update', state: 'finished', change: release } as const
    expect(mayUndo(update, started)).toBe(true)
    const undo = { kind: 'undo', job_id: 1, change: release } as const
    expect(mayUndo({ ...update, change: undo }, started)).not.toBe(true)
  })
})

describe('bulk changes', () => {
  it('parses references with any separator and removes duplicates', () => {
    expect(readReferences(' k7m2qx, K7M2QX\nhttps://x.example/track?ref=AB12CD ;FYN0001 ')).toEqual([
      'K7M2QX',
      'AB12CD',
      'FYN0001',
    ])
  })

  it('describes the change and requires a reason for cancelling but not for releasing', () => {
    const names = new Map([['sipho@fynbos.example', 'Sipho Dlamini']])
    const driver = { kind: 'driver', side: 'delivery', driver: 'sipho@fynbos.example' } as const
    for (const [change, text] of [
      [{ kind: 'hold', status: 'on-hold', message: 'No address' }, 'Put on hold: No address'],
      [driver, 'Delivery driver Sipho Dlamini'],
      [{ kind: 'undo', job_id: 1, change: driver }, 'Undo: Delivery driver Sipho Dlamini'],
      [{ ...driver, driver: 'former' }, 'Delivery driver former'],
      [{ ...driver, driver: '' }, 'No delivery driver'],
    ] as const)
      expect(changeText(change, names)).toBe(text)
    expect(checkChange({ kind: 'cancel', message: ' ' })[0]?.message).toBe(
      'Reason for cancelling shipment is required.',
    )
    expect(checkChange({ kind: 'status', status: 'cancelled', message: '' })[0]?.field).toBe('status')
    expect(checkChange({ kind: 'release', message: '' })).toEqual([])
  })
})
