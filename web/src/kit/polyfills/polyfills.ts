/**
 * Array methods of ES2023 that the oldest supported browsers lack. This is a separate classic script that `boot.js`
 * loads before the program if a method is missing. Each method follows the language specification, including holes
 * and errors; an existing native method is kept.
 */
;(() => {
  type Passes = (value: unknown, index: number, all: unknown) => unknown
  type Compare = ((one: unknown, other: unknown) => number) | undefined
  type Typed = Uint8Array

  /**
   * Converts an argument to an integer. Throws a TypeError for a value that cannot be converted to a number, such as
   * a symbol.
   */
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

  /**
   * Creates an array of the given length and fills every position; holes become `undefined`. Throws a RangeError if
   * the length is too large.
   */
  const made = (length: number, valueAt: (place: number) => unknown): unknown[] => {
    const array: unknown[] = []
    array.length = length
    for (let place = 0; place < length; place++) array[place] = valueAt(place)
    return array
  }

  /** Resolves an index, counted from the end if negative. Throws a RangeError if it is outside the array. */
  const placeIn = (length: number, relative: number): number => {
    const place = relative < 0 ? length + relative : relative
    if (place < 0 || place >= length) throw new RangeError('Invalid index')
    return place
  }

  /** Returns the last index whose value passes; -1 when none does. */
  const lastPlace = (all: ArrayLike<unknown>, length: number, passes: Passes, self: unknown): number => {
    requireFunction(passes)
    for (let place = length - 1; place >= 0; place--)
      if (passes.call(self, all[place], place, all)) return place
    return -1
  }

  /** Returns the last value that passes; each value is read only once, as the specification requires. */
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

  /** Throws a TypeError unless the value is a typed array whose buffer is not detached. */
  const typedOf = (value: unknown): Typed => {
    Reflect.apply(typedPrototype.values, value, [])
    return value as Typed
  }

  /** Creates a typed array of the same type, with a length or with the values of another. */
  const sameKind = (typed: Typed, from: number | Typed): Typed => {
    const name = Reflect.get(typedPrototype, Symbol.toStringTag, typed) as 'Uint8Array'
    return new globalThis[name](from as number)
  }

  // Class methods are always strict, whereas a classic script starts in sloppy mode.
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
      // Assigning to an element of the same type converts the value to its number before the index is checked.
      const holder = sameKind(all, 1)
      holder[0] = value as number
      const copy = sameKind(all, all)
      copy[placeIn(length, relative)] = holder[0]
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
