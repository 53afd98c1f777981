import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { app_version } from '../domain/src/kit/app.ts'

/** The oldest engines the product supports (SHELL-067). */
const engines = ['chrome97', 'safari15.4', 'firefox96', 'edge97']

/** `/version.json`, which running pages compare themselves with (SHELL-061, SHELL-066). */
const versionFile: Plugin = {
  name: 'version-file',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version: app_version }) })
  },
}

const api_server = 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/',
  plugins: [react(), versionFile],
  build: { target: engines, cssTarget: engines, outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, manifest: true },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/v2', '/v3', '/track', '/files', '/version.json'].map((path) => [path, { target: api_server }]),
    ),
  },
})
