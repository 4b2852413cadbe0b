import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const DIST = join(import.meta.dirname, 'dist')

export default defineConfig({
  root: join(import.meta.dirname, 'src'),
  base: '/console/',
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [react(), compressed()],
  build: { outDir: DIST, emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/i': 'http://127.0.0.1:3000' } },
})

/** Compresses once, at the build, what the service sends again and again. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    closeBundle() {
      const folder = join(DIST, 'assets')
      for (const name of readdirSync(folder).filter((it) => /\.(js|css)$/.test(it))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes))
      }
    },
  }
}
