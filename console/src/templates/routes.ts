import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

const galleryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates',
  component: lazyRouteComponent(() => import('./gallery.tsx'), 'TemplateGallery'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'TemplateDetail'),
})

export const templateRoutes = [galleryRoute, detailRoute]
