import { port } from '../../kit/handler.ts'
import type { Geocoder } from '../gazetteer/index.ts'

/** Adapter that finds the coordinates of an address; the built-in gazetteer by default. */
export const geocoderPort = port<Geocoder>('geocoder')
