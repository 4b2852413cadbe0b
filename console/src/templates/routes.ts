import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const galleryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates',
  component: lazyPage(() => import('./gallery.tsx'), 'TemplateGallery'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates/$id',
  component: lazyPage(() => import('./detail.tsx'), 'TemplateDetail'),
})

export const templateRoutes = [galleryRoute, detailRoute]
