import { inLanguage } from '../../labels/labels.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import type { SampleTexts } from './sample-texts.ts'
import { sv } from './sv.ts'
import { zh } from './zh.ts'

const SAMPLES = { ar, de, en, es, fr, he, it, ja, nl, pl, pt, sv, zh }

/** In the document's language if available, else in English. */
export const sampleTexts = (language: string): SampleTexts =>
  inLanguage<SampleTexts>(SAMPLES, language)
