/** Elements of HTML, SVG, MathML and Vue itself: they are never components of the project. */
export const nativeElements: ReadonlySet<string> = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button
  canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt element em
  embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img
  input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nextid
  nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rbc rp rt rtc ruby s
  samp script search section select shadow slot small source spacer span strike strong style sub summary sup svg table tbody td
  template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
  animate animateMotion animateTransform circle clipPath cursor defs desc discard ellipse feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA
  feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence filter foreignObject g glyph hatch hatchpath line linearGradient marker mask mesh metadata mpath
  path pattern polygon polyline radialGradient rect set solidcolor stop switch symbol text textPath tref tspan unknown use view
  mi mn mo ms mtext mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover
  component transition transition-group keep-alive suspense teleport
  Component Transition TransitionGroup KeepAlive Suspense Teleport`.split(/\s+/),
)
