;; Dot products of one vector of 16-bit numbers with many vectors of 8-bit numbers, 16 numbers at a time.
;; Assembled to the bytes in dot-products.ts with wabt 1.0.39 (`npm install wabt@1.0.39`):
;;   wat2wasm src/store/embedded/dot-products.wat --output=- | base64 -w 0
(module
  (memory (export "memory") 1)
  ;; query: address of `stride` 16-bit numbers. rows: address of `count` rows of `stride` bytes. out: address of `count` 32-bit sums.
  ;; `stride` is a multiple of 16 and not 0. The caller sees to it that no sum needs more than 32 bits.
  (func (export "dots")
    (param $query i32) (param $rows i32) (param $stride i32) (param $count i32) (param $out i32)
    (local $end i32) (local $q i32) (local $numbers v128) (local $even v128) (local $odd v128)
    (local.set $count (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $out) (local.get $count)))
        (local.set $end (i32.add (local.get $rows) (local.get $stride)))
        (local.set $q (local.get $query))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $part
          (local.set $numbers (v128.load align=1 (local.get $rows)))
          (local.set $even
            (i32x4.add (local.get $even)
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $numbers))
                (v128.load align=1 (local.get $q)))))
          (local.set $odd
            (i32x4.add (local.get $odd)
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $numbers))
                (v128.load offset=16 align=1 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $part (i32.lt_u (local.get $rows) (local.get $end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
            (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $row)))))
