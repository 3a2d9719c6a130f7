/** The most used names that every Haskell module knows without an import. */

export const prelude: ReadonlySet<string> = new Set(
  `Bool True False Maybe Just Nothing Either Left Right Ordering LT EQ GT Char String Int Integer Float Double Rational Word IO Eq Ord
  Enum Bounded Num Real Integral Fractional Floating RealFrac RealFloat Show Read Semigroup Monoid Functor Applicative Monad MonadFail
  Foldable Traversable FilePath ShowS ReadS maybe either not otherwise fst snd curry uncurry compare min max succ pred toEnum fromEnum
  negate abs signum fromInteger toInteger fromIntegral realToFrac quot rem div mod quotRem divMod even odd gcd lcm fmap pure return
  mapM_ sequence_ mapM sequence sequenceA traverse traverse_ foldMap foldr foldl foldr1 foldl1 elem notElem sum product minimum maximum
  map filter head last tail init null length reverse and or any all concat concatMap scanl scanr iterate repeat replicate cycle take drop
  takeWhile dropWhile span break splitAt lookup zip zip3 zipWith zipWith3 unzip unzip3 lines words unlines unwords show shows showString
  read reads id const flip until asTypeOf seq error errorWithoutStackTrace undefined putStr putStrLn print getLine getContents interact
  readFile writeFile appendFile readLn readIO ioError userError fail mempty mappend mconcat truncate round ceiling floor sqrt exp log sin
  cos pi subtract minBound maxBound`.split(/\s+/),
)
