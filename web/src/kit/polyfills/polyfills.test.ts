import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'

const array_names = ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']
const typed_names = array_names.filter((name) => name !== 'toSpliced')

const file = path.join(import.meta.dirname, 'polyfills.ts')
const { code } = await transformWithOxc(fs.readFileSync(file, 'utf8'), file)

/**
 * Creates a separate realm, with the native functions or, if `isOld`, with the polyfills in place of the deleted
 * native ones.
 */
function realm(isOld: boolean): vm.Context {
  const context = vm.createContext({})
  if (!isOld) return context
  vm.runInContext(
    `for (const name of ${JSON.stringify(array_names)}) {
       delete Array.prototype[name]
       delete Object.getPrototypeOf(Uint8Array.prototype)[name]
     }`,
    context,
  )
  expect(vm.runInContext(`'toSorted' in [] || 'with' in new Int8Array()`, context)).toBe(false)
  vm.runInContext(code, context)
  return context
}
const old = realm(true)
const own = realm(false)

/**
 * Evaluates an expression in a realm and describes the result: the value with its type and holes or the type of the
 * error, and the values passed to `see`.
 */
function outcome(context: vm.Context, expression: string): string {
  return vm.runInContext(
    `(() => {
       const seen = []
       const see = (...all) => { seen.push(all.map(show).join('|')); return all[0] }
       function show(value) {
         if (value === globalThis) return 'the global object'
         if (typeof value === 'function') return 'a function'
         if (typeof value === 'symbol' || Object.is(value, -0)) return Object.is(value, -0) ? '-0' : String(value)
         if (typeof value !== 'object' || value === null) return typeof value + ' ' + String(value)
         const keys = Reflect.ownKeys(value).filter((key) => typeof key === 'string')
         return Object.prototype.toString.call(value) + value.constructor?.name +
           '{' + keys.map((key) => key + ': ' + show(value[key])).join(', ') + '}'
       }
       let result
       try { result = show(${expression}) } catch (error) { result = 'throws ' + error.name }
       return result + ' seen ' + seen.join('; ')
     })()`,
    context,
  ) as string
}

const expectSame = (expression: string): void =>
  expect(outcome(old, expression), expression).toBe(outcome(own, expression))

/** Arrays, holes, array-like objects and values that are not array-like. */
const receivers = [
  '[]',
  '[3, 1, 2]',
  '[3, , undefined, 10, 9, null, "b", -0, NaN]',
  '[, ,]',
  '[[2, "b"], [1, "c"], [2, "a"], [1, "d"]]',
  '({ length: 3, 0: "x", 2: "z" })',
  '({ length: -1, 0: "x" })',
  '({ length: "2.7", 0: "x", 1: "y", 2: "z" })',
  '({ length: NaN })',
  '({ length: 2 ** 53, 9007199254740990: 1 })',
  '({ length: 2 ** 32 })',
  '({ get length() { throw new EvalError() } })',
  '({ length: 2n })',
  '"word"',
  '7',
  'true',
  'null',
  'undefined',
  'Object.assign([1, 2], { constructor: { [Symbol.species]: class Other {} } })',
  '(class Own extends Array {}).of(2, 1)',
]
const typed_receivers = [
  'new Uint8Array([3, 1, 2])',
  'new Uint8ClampedArray([300, -1, 2])',
  'new Int16Array([-3, 10, 9, 1])',
  'new Float32Array([1.5, NaN, -0, 0, -Infinity])',
  'new Float64Array([0, -0, 2.25, NaN])',
  'new BigInt64Array([3n, -1n, 2n])',
  'new Int32Array()',
  '(class Own extends Uint8Array {}).of(2, 1)',
  'new Uint32Array(new ArrayBuffer(16), 4, 2).fill(9)',
  'Object.assign(new Int8Array([2, 1]), { constructor: Array })',
  '[3, 1]',
  '({ length: 1 })',
  'null',
  'undefined',
  '7',
]
const short = (all: readonly string[]) => all.filter((receiver) => !receiver.includes('2 ** '))
const numbers = ['0', '1', '-1', '-2', '-1.5', '2.9', '-9', '99', 'NaN', '"1"', 'Infinity', '-Infinity', 'undefined', 'null', '1n', 'Symbol()', '({ valueOf: () => see(1) })', '({ valueOf() { throw new EvalError() } })'] // oxfmt-ignore

const call = (prototype: string, name: string, receiver: string, args: string): string =>
  `${prototype}.${name}.call(${[receiver, args].filter(Boolean).join(', ')})`
const arrays = 'Array.prototype'
const typed = 'Object.getPrototypeOf(Uint8Array.prototype)'

describe.each([
  [arrays, receivers],
  [typed, typed_receivers],
])('[SHELL-067] polyfilled methods of %s compared with the native ones', (prototype, all) => {
  it.each(['findLast', 'findLastIndex'])(
    'searches from the end with %s and reads each position once',
    (name) => {
      const tests = ['(v) => v === 1', '(...all) => { see(...all) }', '() => true', '(v) => v === undefined', 'function () { "use strict"; see(this) }', '() => { throw new EvalError() }'] // oxfmt-ignore
      for (const receiver of short(all)) {
        for (const test of tests) expectSame(call(prototype, name, receiver, test))
        for (const self of ['undefined', '7', '"self"'])
          expectSame(call(prototype, name, receiver, `function () { "use strict"; see(this) }, ${self}`))
        for (const none of ['', 'null', '{}', '"text"', 'Symbol()'])
          expectSame(call(prototype, name, receiver, none))
      }
      expectSame(call(prototype, name, '{ length: 2, get 1() { return see(1) }, 0: 0 }', '(v) => v === 1'))
      expectSame(call(prototype, name, '{ get length() { return see(2) } }', 'null'))
    },
  )

  it('reverses and sorts a copy and leaves the array unchanged', () => {
    const compares = ['', 'undefined', '(a, b) => b - a', '(a, b) => (a > b ? -1 : 1)', '(a, b) => a[0] - b[0]', '() => 0', '() => { throw new EvalError() }', 'null', '"text"', '{}', 'Symbol()'] // oxfmt-ignore
    for (const receiver of all) {
      expectSame(
        `(() => { const all = ${receiver}; return [${call(prototype, 'toReversed', 'all', '')}, all] })()`,
      )
      if (!receiver.includes('2 ** '))
        for (const compare of compares)
          expectSame(
            `(() => { const all = ${receiver}; return [${call(prototype, 'toSorted', 'all', compare)}, all] })()`,
          )
    }
    expectSame(call(prototype, 'toSorted', '{ get length() { return see(0) } }', 'null'))
  })

  it('replaces one position in a copy, counted from the end if negative', () => {
    for (const receiver of all)
      for (const index of ['', ...numbers])
        for (const value of ['"new"', '5', '5n', '300.7', '({ valueOf: () => see(4) })', 'Symbol()'])
          expectSame(call(prototype, 'with', receiver, index && `${index}, ${value}`))
  })
})

describe('[SHELL-067] polyfilled array methods', () => {
  it('splices a copy with the count omitted, with an undefined count and with positions counted from the end', () => {
    for (const receiver of receivers) {
      expectSame(call(arrays, 'toSpliced', receiver, ''))
      if (receiver.includes('2 ** ')) continue
      for (const start of numbers) {
        expectSame(call(arrays, 'toSpliced', receiver, start))
        for (const count of numbers) {
          expectSame(call(arrays, 'toSpliced', receiver, `${start}, ${count}`))
          expectSame(call(arrays, 'toSpliced', receiver, `${start}, ${count}, "new", undefined`))
        }
      }
    }
    expectSame(call(arrays, 'toSpliced', '{ length: 2 ** 53 - 1 }', '0, 0, "one more"'))
  })

  it.each(['Array.prototype', typed])('defines them on %s like native methods', (prototype) => {
    for (const name of prototype === arrays ? array_names : typed_names) {
      const its = `Object.getOwnPropertyDescriptor(${prototype}, '${name}')`
      expectSame(its)
      expectSame(`[${its}.value.name, ${its}.value.length, '${name}' in ${prototype}]`)
      expectSame(`new (${its}.value)()`)
      expectSame(`Object.keys(${prototype})`)
    }
  })

  it('does not replace a function that exists', () => {
    const context = vm.createContext({})
    vm.runInContext('before = [[].toSorted, new Int8Array().with]; delete Array.prototype.findLast', context)
    vm.runInContext(code, context)
    expect(
      vm.runInContext(
        '[before[0] === [].toSorted, before[1] === new Int8Array().with, [1, 2].findLast(() => true)]',
        context,
      ),
    ).toEqual([true, true, 2])
  })
})
