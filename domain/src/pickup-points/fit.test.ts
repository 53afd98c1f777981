import { describe, expect, it } from 'vitest'
import { address_types } from '../accounts/address.ts'
import { allowedPointTypes, titleOfLocations } from './address-types.ts'
import {
  chooseCompartment,
  fits,
  freeCompartments,
  noFitOf,
  pickup_point_sizes,
  standard_compartments,
  type Box,
} from './fit.ts'
import { Compartment, pickup_point_providers, pickup_point_types, type PickupPointType } from './model.ts'
import { default_kiosk_id, default_locker_id } from './settings.ts'

const size = (length: number, width: number, height: number, weight: number) => ({
  submitted_length_cm: length,
  submitted_width_cm: width,
  submitted_height_cm: height,
  submitted_weight_kg: weight,
})
const box = (network: 'bob-box' | 'tcg-locker', name: string): Box => {
  const found = standard_compartments[network].find((one) => one.name === name)
  if (!found) throw new Error(`no compartment ${name}`)
  return found
}

describe('pickup point networks', () => {
  it('[PP-001] consist of bob-box, tcg-locker, ram-counter and the company’s own network', () => {
    expect(pickup_point_providers).toEqual(['bob-box', 'tcg-locker', 'ram-counter', 'own'])
  })
  it('[PP-002] use the address types locker and counter', () => {
    expect(pickup_point_types).toEqual(['locker', 'counter'])
    expect(address_types).toEqual(expect.arrayContaining(['locker', 'counter']))
  })
  it('[PP-003] [PP-004] [PP-006] each have their own compartment sizes', () => {
    expect(pickup_point_sizes).toEqual({
      'bob-box': ['small', 'medium', 'large'],
      'tcg-locker': ['V4-XS', 'V4-S', 'V4-M', 'V4-L', 'V4-XL'],
      'ram-counter': ['any'],
    })
  })
  it('[PP-019] [PP-020] default to locker CG0000 and kiosk K0000', () => {
    expect([default_locker_id.default, default_kiosk_id.default]).toEqual(['CG0000', 'K0000'])
  })
})

describe('pickup point compartments', () => {
  it('[PP-007] require a length, a width, a height and a weight', () => {
    const whole = { ...box('bob-box', 'small'), available: true }
    expect(Compartment.parse(whole)).toEqual(whole)
    for (const part of ['length', 'width', 'height', 'weight'])
      expect(Compartment.safeParse({ ...whole, [part]: undefined }).success, part).toBe(false)
  })
  it.each([
    ['PP-008', 'bob-box', 'small', [32, 56, 12, 6]],
    ['PP-009', 'bob-box', 'medium', [32, 56, 26, 12]],
    ['PP-010', 'bob-box', 'large', [32, 56, 53, 24]],
    ['PP-011', 'tcg-locker', 'V4-XS', [17, 60, 8, 2]],
    ['PP-012', 'tcg-locker', 'V4-S', [41, 60, 8, 5]],
    ['PP-013', 'tcg-locker', 'V4-M', [41, 60, 19, 10]],
    ['PP-014', 'tcg-locker', 'V4-L', [41, 60, 41, 15]],
    ['PP-005', 'tcg-locker', 'V4-XL', [41, 60, 69, 20]],
  ] as const)(
    '[PP-005] [PP-008] [PP-009] [PP-010] [PP-011] [PP-012] [PP-013] [PP-014] %s: %s %s has the documented size',
    (_, network, name, [length, width, height, weight]) => {
      expect(box(network, name)).toEqual({ name, length, width, height, weight })
    },
  )
  it.each([
    ['PP-015', size(55, 30, 10, 4), box('tcg-locker', 'V4-S'), false],
    ['PP-015', size(55, 30, 10, 4), box('tcg-locker', 'V4-M'), true],
    ['PP-015', size(55, 30, 10, 4), box('bob-box', 'small'), true],
    ['PP-015', size(55, 10, 30, 4), box('bob-box', 'small'), true],
    ['PP-015', size(30, 55, 10, 4), box('bob-box', 'small'), true],
    ['PP-015', size(30, 10, 55, 4), box('bob-box', 'small'), true],
    ['PP-015', size(10, 55, 30, 4), box('bob-box', 'small'), true],
    ['PP-015', size(10, 30, 55, 4), box('bob-box', 'small'), true],
    ['PP-015', size(10, 10, 10, 6.01), box('bob-box', 'small'), false],
    ['PP-016', { ...size(55, 30, 10, 4), actual_height_cm: 13 }, box('bob-box', 'small'), false],
    ['PP-016', { ...size(55, 30, 10, 4), actual_length_cm: 57 }, box('bob-box', 'small'), false],
    ['PP-016', { ...size(55, 30, 10, 4), actual_width_cm: 33 }, box('bob-box', 'small'), false],
    ['PP-016', { ...size(55, 30, 10, 4), actual_weight_kg: 6.1 }, box('bob-box', 'small'), false],
    ['PP-016', { ...size(99, 30, 10, 4), actual_length_cm: 50 }, box('bob-box', 'small'), true],
    ['PP-016', { ...size(55, 99, 10, 4), actual_width_cm: 30 }, box('bob-box', 'small'), true],
    ['PP-016', { ...size(55, 30, 99, 4), actual_height_cm: 10 }, box('bob-box', 'small'), true],
    ['PP-016', { ...size(55, 30, 10, 99), actual_weight_kg: 4 }, box('bob-box', 'small'), true],
  ])(
    '[PP-015] [PP-016] fit a parcel by its actual measures, or else its submitted ones: %s %#',
    (_, parcel, compartment, yes) => {
      expect(fits(parcel, compartment)).toBe(yes)
    },
  )
  it('[PP-017] [PP-018] chooses the smallest free compartment that fits, or returns null', () => {
    const tcg = standard_compartments['tcg-locker']
    expect(chooseCompartment(size(20, 15, 5, 1), tcg)?.name).toBe('V4-XS')
    expect(chooseCompartment(size(55, 30, 10, 4), tcg)?.name).toBe('V4-M')
    expect(chooseCompartment(size(60, 41, 70, 10), tcg)).toBeNull()
    const withState = tcg.map((one) => ({ ...one, available: one.name !== 'V4-M' }))
    expect(chooseCompartment(size(55, 30, 10, 4), withState)?.name).toBe('V4-L')
  })
  it('[PP-015] [PP-017] returns the free locker sizes that fit every parcel', () => {
    const locker = standard_compartments['bob-box'].map((one) => ({
      ...one,
      available: one.name !== 'medium',
    }))
    expect(freeCompartments([size(55, 30, 10, 4)], locker)).toEqual(['small', 'large'])
    expect(freeCompartments([size(55, 30, 20, 4)], locker)).toEqual(['large'])
    expect(freeCompartments([size(55, 30, 20, 25)], locker)).toEqual([])
    expect(freeCompartments([], [])).toBeNull()
  })
  it('[PP-018] reports on the exceeded measure what the largest free compartment takes', () => {
    const locker = standard_compartments['bob-box'].map((one) => ({
      ...one,
      available: one.name !== 'large',
    }))
    const takes =
      'This parcel does not fit into any compartment of this locker. The largest free one takes 32 × 56 × 26 cm and 12 kg.'
    expect(noFitOf(size(55, 30, 10, 4), locker)).toBeNull()
    expect(noFitOf(size(55, 30, 40, 4), locker)).toEqual({ measure: 'submitted_height_cm', message: takes })
    expect(noFitOf(size(55, 30, 10, 13), locker)).toEqual({ measure: 'submitted_weight_kg', message: takes })
    const full = locker.map((one) => ({ ...one, available: false }))
    expect(noFitOf(size(5, 5, 5, 1), full)?.message).toBe('No compartment of this locker is free now.')
    expect(noFitOf(size(500, 5, 5, 1), [])).toBeNull()
  })
})

describe('kinds of pickup point per network', () => {
  const off = {
    enable_bob_box: false,
    enable_third_party_bob_box: false,
    enable_tcg_locker: false,
    enable_ram_counters: false,
  }
  it.each([
    [off, []],
    [{ ...off, enable_bob_box: true }, ['locker']],
    [{ ...off, enable_tcg_locker: true }, ['locker', 'counter']],
    [{ ...off, enable_ram_counters: true }, ['counter']],
    [{ ...off, enable_third_party_bob_box: true }, ['locker']],
  ])('[SET-103] [SET-104] [SET-105] [SET-106] [PP-025] [PP-026] %o allows %o', (networks, types) => {
    expect(allowedPointTypes(networks)).toEqual(types)
  })

  it.each<[object, PickupPointType[], string]>([
    [{ enable_bob_box: true }, [], 'Bob Box locations'],
    [{ enable_third_party_bob_box: true }, [], 'Bob Box locations'],
    [{ enable_bob_box: true }, ['locker'], 'Lockers'],
    [{ enable_bob_box: true, enable_ram_counters: true }, [], 'Lockers and counters'],
    [{ enable_tcg_locker: true }, [], 'Lockers and counters'],
    [{ enable_ram_counters: true }, ['counter'], 'Counters'],
    [{}, ['locker'], 'Lockers'],
    [{}, ['locker', 'counter'], 'Lockers and counters'],
    [{}, [], 'Lockers and counters'],
  ])('give the page of locations with %o and own %o the title ‘%s’', (networks, ownTypes, title) => {
    expect(titleOfLocations({ ...off, ...networks }, ownTypes)).toBe(title)
  })
})
