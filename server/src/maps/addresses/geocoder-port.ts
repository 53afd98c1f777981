import { port } from '../../kit/handler.ts'
import type { Geocoder } from '../gazetteer/index.ts'

/** Finds coordinates; embedded by default. */
export const geocoderPort = port<Geocoder>('geocoder')
