import Board from './pages/Board.vue'
import List from './pages/List.svelte'

export const pages = [Board, List]
