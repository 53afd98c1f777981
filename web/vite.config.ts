import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { app_version } from '../domain/src/kit/app.ts'

/** The oldest engines the product supports (SHELL-067). */
const engines = ['chrome97', 'safari15.4', 'firefox96', 'edge97']

/** `/version.json`, which running pages compare themselves with (SHELL-061, SHELL-066). */
const versionFile: Plugin = {
  name: 'version-file',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'version.json',
      source: JSON.stringify({ version: app_version }),
    })
  },
}

/**
 * The browser never turns schemas into JSON Schema, which is a fifth of zod: those two files keep their exports and
 * lose their contents. Should zod move them, this does nothing and the bundle grows past its budget.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return { code: names.map((name) => `export const ${name} = () => () => ({})`).join('\n'), map: null }
  },
}

const api_server = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  plugins: [react(), versionFile, withoutJsonSchema],
  build: {
    target: engines,
    cssTarget: engines,
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v2', '/v3', '/track', '/files', '/version.json'].map((path) => [
        path,
        { target: api_server },
      ]),
    ),
  },
})
