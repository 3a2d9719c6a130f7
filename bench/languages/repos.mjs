// The repositories of the table: none was written here. `missed` says what a person found behind the definitions that only ctags has.
export const repos = [
  {
    language: 'python',
    name: 'django',
    url: 'https://github.com/django/django',
    commit: '03988c5a5ba248c3b9b11ea96fd4fda5e98849aa',
    missed: '',
  },
  {
    language: 'typescript',
    name: 'zod',
    url: 'https://github.com/colinhacks/zod',
    commit: 'e516c3baf22615e20934116abebfed6c000222c2',
    missed: '',
  },
  {
    language: 'tsx',
    name: 'excalidraw',
    url: 'https://github.com/excalidraw/excalidraw',
    commit: '9bcbba5065958ffbc1bc90de4fbe4504548be54e',
    missed: '',
  },
  {
    language: 'javascript',
    name: 'express',
    url: 'https://github.com/expressjs/express',
    commit: 'a3714473feb3d2908add734d340e7755fd85e0a3',
    missed: '',
  },
  {
    language: 'go',
    name: 'gin',
    url: 'https://github.com/gin-gonic/gin',
    commit: 'dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9',
    missed: '',
  },
  {
    language: 'java',
    name: 'gson',
    url: 'https://github.com/google/gson',
    commit: '9835b6f90192f79cdf5300c528fc6212455fb6c1',
    missed: '',
  },
]
