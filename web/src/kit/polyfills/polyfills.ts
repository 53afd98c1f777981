/**
 * What arrays have had since ES2023 and the oldest browsers lack: a classic script of its own, which `boot.js` loads
 * before the program where something is missing. Each function does what the language says of it, holes and errors
 * included; one that the browser has stays.
 */
;(() => {
  type Passes = (value: unknown, index: number, all: unknown) => unknown
  type Compare = ((one: unknown, other: unknown) => number) | undefined
  type Typed = Uint8Array

  /** The whole number that an argument means. Throws a TypeError for what is no number at all. */
  const wholeOf = (value: unknown): number => Math.trunc(+(value as number)) || 0

  const lengthOf = (all: ArrayLike<unknown>): number =>
    Math.min(Math.max(wholeOf(all.length), 0), Number.MAX_SAFE_INTEGER)

  const listOf = (value: unknown): ArrayLike<unknown> => {
    if (value === null || value === undefined) throw new TypeError('Array method called on null or undefined')
    return Object(value) as ArrayLike<unknown>
  }

  const requireFunction = (value: unknown): void => {
    if (typeof value !== 'function') throw new TypeError(`${String(value)} is not a function`)
  }

  /** A new array of a length, filled by place: what was a hole becomes `undefined`. RangeError: too long for one. */
  const made = (length: number, valueAt: (place: number) => unknown): unknown[] => {
    const array: unknown[] = []
    array.length = length
    for (let place = 0; place < length; place++) array[place] = valueAt(place)
    return array
  }

  /** The place that counts from the back when it is negative. RangeError: there is none such. */
  const placeIn = (length: number, relative: number): number => {
    const place = relative < 0 ? length + relative : relative
    if (place < 0 || place >= length) throw new RangeError('Invalid index')
    return place
  }

  /** The last place whose value passes; -1 when none does. */
  const lastPlace = (all: ArrayLike<unknown>, length: number, passes: Passes, self: unknown): number => {
    requireFunction(passes)
    for (let place = length - 1; place >= 0; place--)
      if (passes.call(self, all[place], place, all)) return place
    return -1
  }

  /** The value at the last place that passes; read once, as the language does. */
  const lastValue = (all: ArrayLike<unknown>, length: number, passes: Passes, self: unknown): unknown => {
    let found: unknown
    const keeps: Passes = (value, place) => {
      found = value
      return passes.call(self, value, place, all)
    }
    requireFunction(passes)
    return lastPlace(all, length, keeps, undefined) === -1 ? undefined : found
  }

  const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype) as Typed

  /** Throws a TypeError unless the value is a typed array whose memory is there. */
  const typedOf = (value: unknown): Typed => {
    Reflect.apply(typedPrototype.values, value, [])
    return value as Typed
  }

  /** A typed array of the same kind, of a length or with the values of another. */
  const sameKind = (typed: Typed, from: number | Typed): Typed => {
    const name = Reflect.get(typedPrototype, Symbol.toStringTag, typed) as 'Uint8Array'
    return new globalThis[name](from as number)
  }

  // Methods of classes know no loose mode, in which a script that is no module begins.
  class OfArrays {
    findLast(this: unknown, passes: Passes, ...[self]: unknown[]) {
      const all = listOf(this)
      return lastValue(all, lengthOf(all), passes, self)
    }
    findLastIndex(this: unknown, passes: Passes, ...[self]: unknown[]) {
      const all = listOf(this)
      return lastPlace(all, lengthOf(all), passes, self)
    }
    toReversed(this: unknown) {
      const all = listOf(this)
      const length = lengthOf(all)
      return made(length, (place) => all[length - 1 - place])
    }
    toSorted(this: unknown, compare: Compare) {
      if (compare !== undefined) requireFunction(compare)
      const all = listOf(this)
      return made(lengthOf(all), (place) => all[place]).sort(compare)
    }
    toSpliced(this: unknown, start: unknown, skip: unknown, ...items: unknown[]) {
      // A count that is not given means all that follows, one that is given and undefined means none.
      // oxlint-disable-next-line prefer-rest-params
      const given = arguments.length
      const all = listOf(this)
      const length = lengthOf(all)
      const relative = wholeOf(start)
      const from = relative < 0 ? Math.max(length + relative, 0) : Math.min(relative, length)
      const rest = length - from
      const skipped = given === 0 ? 0 : given === 1 ? rest : Math.min(Math.max(wholeOf(skip), 0), rest)
      const newLength = length + items.length - skipped
      if (newLength > Number.MAX_SAFE_INTEGER) throw new TypeError('Invalid array length')
      const behind = from + items.length
      return made(newLength, (place) => {
        if (place < from) return all[place]
        return place < behind ? items[place - from] : all[place - items.length + skipped]
      })
    }
    with(this: unknown, index: unknown, value: unknown) {
      const all = listOf(this)
      const length = lengthOf(all)
      const changed = placeIn(length, wholeOf(index))
      return made(length, (place) => (place === changed ? value : all[place]))
    }
  }

  class OfTypedArrays {
    findLast(this: unknown, passes: Passes, ...[self]: unknown[]) {
      const all = typedOf(this)
      return lastValue(all, all.length, passes, self)
    }
    findLastIndex(this: unknown, passes: Passes, ...[self]: unknown[]) {
      const all = typedOf(this)
      return lastPlace(all, all.length, passes, self)
    }
    toReversed(this: unknown) {
      const all = typedOf(this)
      return sameKind(all, all).reverse()
    }
    toSorted(this: unknown, compare: Compare) {
      const all = typedOf(this)
      return sameKind(all, all).sort(compare)
    }
    with(this: unknown, index: unknown, value: unknown) {
      const all = typedOf(this)
      const { length } = all
      const relative = wholeOf(index)
      // A place of the same kind turns the value into its number, before the index is judged.
      const holder = sameKind(all, 1)
      holder[0] = value as number
      const copy = sameKind(all, all)
      copy[placeIn(length, relative)] = holder[0] as number
      return copy
    }
  }

  const add = (prototype: object, { prototype: methods }: { prototype: object }): void => {
    for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(methods)))
      if (!(name in prototype)) Object.defineProperty(prototype, name, method)
  }
  add(Array.prototype, OfArrays)
  add(typedPrototype, OfTypedArrays)
})()
