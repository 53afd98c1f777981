import { randomInt } from 'node:crypto'

export type FakeName = 'bob-box' | 'tcg-locker' | 'ram-counter'

/** How a fake network misbehaves. */
export interface Behaviour {
  /**
   * `down`: every call fails. `slow`: calls are carried out and never answered. `lost`: changes are carried
   * out and answered with an error. `nonsense`: answers make no sense.
   */
  answers: 'usual' | 'down' | 'slow' | 'lost' | 'nonsense'
  /** `full`: no door is free. `wrong size`: the smallest door is given to every parcel. */
  doors: 'usual' | 'full' | 'wrong size'
  list: 'usual' | 'empty' | 'half' | 'abroad' | 'twice'
  /** How reports are sent: once in order, each twice, or the newest first. */
  reports: 'usual' | 'twice' | 'reversed'
}

export const usual_behaviour: Behaviour = {
  answers: 'usual',
  doors: 'usual',
  list: 'usual',
  reports: 'usual',
}

export interface FakeTerminal {
  id: string
  name: string
  street: string
  suburb: string
  city: string
  code: string
  lat: number
  lng: number
  /** Numbers of the doors by size; empty at counters and kiosks. */
  doors: Readonly<Record<string, readonly string[]>>
}

export interface FakeBooking {
  id: number
  /** Number on the label. */
  number: string
  /** The reference of the customer. */
  reference: string
  terminal_id: string
  /** Where the courier hands the parcel in, as the booking names it; `''` when it names nothing. */
  handed_in_at: string
  size: string
  door: string
  state: 'booked' | 'deposited' | 'collected' | 'expired' | 'cancelled'
  /** Opens the door for the courier. */
  courier_code: string
  /** Opens the door for the receiver. */
  pin: string
}

export interface FakeReport {
  id: number
  booking: FakeBooking
  kind: 'deposit' | 'collect' | 'fail' | 'expire'
  by: 'sender' | 'courier' | 'receiver'
  at: Date
}

/** Sizes of each network in cm and kg, smallest first: length, width, height, weight. */
export const fake_sizes: Readonly<
  Record<FakeName, Readonly<Record<string, readonly [number, number, number, number]>>>
> = {
  'bob-box': { small: [32, 56, 12, 6], medium: [32, 56, 26, 12], large: [32, 56, 53, 24] },
  'tcg-locker': {
    'V4-XS': [60, 17, 8, 2],
    'V4-S': [60, 41, 8, 5],
    'V4-M': [60, 41, 19, 10],
    'V4-L': [60, 41, 41, 15],
    'V4-XL': [60, 41, 69, 20],
  },
  'ram-counter': {},
}

const doors_per_size = 2

const places = [
  ['375 Rivonia Road', 'Rivonia', 'Sandton', '2191', -26.0497, 28.0591],
  ['50 Bath Avenue', 'Rosebank', 'Johannesburg', '2196', -26.1467, 28.0436],
  ['43 Bradford Road', 'Bedfordview', 'Germiston', '2007', -26.1808, 28.1225],
  ['1 Lois Avenue', 'Menlyn', 'Pretoria', '0181', -25.7825, 28.2775],
  ['1269 Heuwel Road', 'Centurion', 'Centurion', '0157', -25.8601, 28.1894],
  ['1 Century Boulevard', 'Century City', 'Cape Town', '7441', -33.8934, 18.5107],
  ['1 Dreyer Street', 'Claremont', 'Cape Town', '7708', -33.9814, 18.4665],
  ['3 Adam Tas Road', 'Stellenbosch', 'Stellenbosch', '7600', -33.9321, 18.8602],
  ['1 Palm Boulevard', 'Umhlanga', 'Durban', '4319', -29.7263, 31.0699],
  ['5 Jack Martens Drive', 'Westville', 'Durban', '3629', -29.8271, 30.9214],
  ['12 Main Road', 'Walmer', 'Gqeberha', '6070', -33.9608, 25.6022],
  ['20 Kellner Street', 'Westdene', 'Bloemfontein', '9301', -29.0852, 26.1596],
] as const

/** The place where a network of lockers has a kiosk instead. */
const kiosk_suburb = 'Westdene'

const code_prefix: Readonly<Record<FakeName, string>> = {
  'bob-box': '',
  'tcg-locker': 'CG',
  'ram-counter': 'R',
}

/** A fake network: its terminals, doors and bookings, and the reports that it has not sent yet. */
export class FakeNetwork {
  readonly name: FakeName
  readonly terminals: FakeTerminal[]
  readonly bookings: FakeBooking[] = []
  /** Every state that a booking entered, in order. */
  readonly history: { booking: FakeBooking; state: FakeBooking['state'] }[] = []
  readonly unsent: FakeReport[] = []
  readonly #now: () => Date
  behaviour = usual_behaviour
  #last = 500

  constructor(name: FakeName, now: () => Date) {
    this.name = name
    this.#now = now
    this.terminals = places.map(([street, suburb, city, code, lat, lng], at) => ({
      id: `${code_prefix[name]}${540 + at}`,
      name: `${name === 'ram-counter' ? 'Spar' : 'Sasol'} ${suburb}`,
      street,
      suburb,
      city,
      code,
      lat,
      lng,
      doors: Object.fromEntries(
        (name === 'tcg-locker' && suburb === kiosk_suburb ? [] : Object.keys(fake_sizes[name])).map(
          (size, row) => [
            size,
            Array.from({ length: doors_per_size }, (_, door) => `${'ABCDE'[row] ?? ''}${door + 1}`),
          ],
        ),
      ),
    }))
  }

  /** Returns the terminals as the network lists them now. */
  listed(): FakeTerminal[] {
    const [first] = this.terminals
    switch (this.behaviour.list) {
      case 'usual':
        return this.terminals
      case 'empty':
        return []
      case 'half':
        return this.terminals.slice(0, Math.floor(this.terminals.length / 2))
      case 'abroad':
        return this.terminals.map((one, at) => (at === 0 ? { ...one, lat: 51.5, lng: -0.1 } : one))
      case 'twice':
        return first ? [...this.terminals, first] : []
    }
  }

  /** Books a door of a size, or any place at a counter. Books again when it is asked again. */
  book(wanted: {
    reference: string
    terminal_id: string
    size: string
    handed_in_at?: string
  }): FakeBooking | 'full' | 'unknown' {
    const terminal = this.terminals.find(({ id }) => id === wanted.terminal_id)
    if (!terminal) return 'unknown'
    if (this.behaviour.doors === 'full') return 'full'
    const [smallest = ''] = Object.keys(terminal.doors)
    const size = this.behaviour.doors === 'wrong size' ? smallest : wanted.size
    const taken = this.bookings
      .filter(
        ({ terminal_id, state }) =>
          terminal_id === terminal.id && state !== 'cancelled' && state !== 'collected',
      )
      .map(({ door }) => door)
    const hasDoors = Object.keys(terminal.doors).length > 0
    const door = terminal.doors[size]?.find((one) => !taken.includes(one))
    if (hasDoors && door === undefined) return 'full'
    const id = (this.#last += 1)
    const booking: FakeBooking = {
      id,
      number: `UA${id}`,
      reference: wanted.reference,
      terminal_id: terminal.id,
      handed_in_at: wanted.handed_in_at ?? '',
      size,
      door: door ?? '',
      state: 'booked',
      courier_code: String(randomInt(100_000, 1_000_000)),
      pin: String(randomInt(100_000, 1_000_000)),
    }
    this.bookings.push(booking)
    this.#enter(booking, 'booked')
    return booking
  }

  find(key: string): FakeBooking | undefined {
    return this.bookings.find(({ id, number }) => String(id) === key || number === key)
  }

  cancel(booking: FakeBooking): void {
    if (booking.state === 'booked') this.#enter(booking, 'cancelled')
  }

  /** The courier opens the door with its code and puts the parcel in. */
  deposit(booking: FakeBooking, courierCode: string): void {
    if (courierCode !== booking.courier_code) throw new Error('The code of the courier is wrong.')
    this.#enter(booking, 'deposited')
    this.#report(booking, 'deposit', 'courier')
  }

  /** The receiver opens the door with the PIN and takes the parcel out. */
  collect(booking: FakeBooking, pin: string): void {
    if (pin !== booking.pin) throw new Error('The PIN is wrong.')
    this.#enter(booking, 'collected')
    this.#report(booking, 'collect', 'receiver')
  }

  /** The courier opens the door with its code and takes the parcel out. */
  takeOut(booking: FakeBooking, courierCode: string): void {
    if (courierCode !== booking.courier_code) throw new Error('The code of the courier is wrong.')
    this.#enter(booking, 'collected')
    this.#report(booking, 'collect', 'courier')
  }

  /** The time of the receiver is over. */
  expire(booking: FakeBooking): void {
    this.#enter(booking, 'expired')
    this.#report(booking, 'expire', 'courier')
  }

  /** The network gives the door to another parcel. */
  giveAway(booking: FakeBooking): void {
    this.#enter(booking, 'cancelled')
    this.#report(booking, 'fail', 'courier')
  }

  #enter(booking: FakeBooking, state: FakeBooking['state']): void {
    booking.state = state
    this.history.push({ booking, state })
  }

  #report(booking: FakeBooking, kind: FakeReport['kind'], by: FakeReport['by']): void {
    this.unsent.push({ id: (this.#last += 1), booking, kind, by, at: this.#now() })
  }

  /** Takes the reports that were not sent yet, in the order in which they are sent. */
  takeReports(): FakeReport[] {
    const reports = this.unsent.splice(0)
    if (this.behaviour.reports === 'twice') return [...reports, ...reports]
    return this.behaviour.reports === 'reversed' ? reports.toReversed() : reports
  }
}
