// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores of a gang, by how its lanes access memory together (memory_access.h).
//
// An access has a type of one or several components. Neighbouring lanes whose components lie close
// together are read with a few wide loads, and shuffles pick the components out, where their order
// matters (interleaved_records.h); they are written the other way round. Wide loads begin at the
// first lane's first component and end with the last lane's last one, and what lies between belongs
// to pages of the lanes' own, so they need all lanes to be active. Where the stride does not always
// hold, the other case is a gather or scatter. So is everything else, or it goes lane by lane,
// without branches: inactive lanes repeat the access of an active one. Components that fill a word
// of 4 or 8 bytes are gathered and scattered as that.
//
// In gangs of several dimensions (linear_gangs.h) pieces that lie one behind the other are accessed
// as in any gang. What else is scattered over the gang may lie side by side, or at one address, in
// each piece of it: then each piece is one load or store, from an
// address that is computed for its first lane. A condition of the stride in a piece is tested for
// all lanes at once, on their addresses. With inactive lanes such an access is scattered. A store
// to a uniform address is made by the last active lane, as the scalar loop would leave it.
#pragma once

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/analysis/strides/memory_access.h"
#include "compiler/passes/vectorise/widen/lanes/bounce_buffer.h"
#include "compiler/passes/vectorise/widen/lanes/emitted_strides.h"
#include "compiler/passes/vectorise/widen/lanes/lane_scalars.h"
#include "compiler/passes/vectorise/widen/lanes/replication.h"
#include "compiler/passes/vectorise/widen/records/interleaved_records.h"

namespace weft::compiler {

class MemoryWidener {
public:
  MemoryWidener(const StrideInfo &info, LinearStrides linear, const CostModel &costs,
                const InterleavedRecords &records, LaneValues &values, EmittedStrides &strides,
                LaneScalars &scalars, Replicator &replicator, GangBuilder &gang)
      : info(info), linear(linear), costs(costs), records(records), values(values),
        strides(strides), scalars(scalars), replicator(replicator), gang(gang) {}

  /// A load from lanes' own addresses. Null for a vector, whose components it sets.
  llvm::Value *widenLoad(llvm::LoadInst &load);
  void widenStore(llvm::StoreInst &store);

private:
  /// An access, and what is emitted of its address.
  struct Access : MemoryAccess {
    explicit Access(const MemoryAccess &kind) : MemoryAccess(kind) {}

    llvm::Value *address = nullptr; ///< in the source
    std::int64_t offset = 0;        ///< bytes to add to it
    llvm::Align alignment;
    /// The following only where `pitch` is known.
    llvm::Value *base = nullptr;  ///< of lane 0; of the last lane if reversed
    llvm::Value *holds = nullptr; ///< as in EmittedStride
    bool isOwn = false;           ///< inactive lanes may be read and written back
    /// The kind in a piece of a gang, if a piece is one load or store; else Unsupported.
    Kind inPieces = Kind::Unsupported;

    bool keepsOrder = false; ///< components are not sorted (interleaved_records.h)

    bool isReversed() const { return kind == Kind::Reversed; }
  };

  struct RecordElement {
    unsigned lane, component;
  };

  std::optional<Access> accessOf(const llvm::Instruction &instruction);
  bool isOwnMemory(const llvm::Value &object, const Access &access) const;
  llvm::Value *addressesOf(const Access &access);
  llvm::Value *activeAddresses(const Access &access, llvm::Value *other);
  llvm::Value *inOrder(const Access &access, llvm::Value *vector);
  std::optional<Access> ofWords(const Access &access) const;
  static llvm::Type *typeOfLane(const Access &access);
  bool gathers(const Access &access) const;
  bool scatters(const Access &access) const;
  Parts partsOf(const Access &access, llvm::Value *flat);
  llvm::Value *flatOf(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  RecordElement elementAt(const Access &access, unsigned part, unsigned lane) const;

  Parts loadParts(const Access &access);
  Parts loadComponents(const Access &access);
  Parts loadTogether(const Access &access);
  Parts loadScattered(const Access &access);
  Parts loadPieces(const Access &access);
  Parts loadInPieces(const Access &access);
  llvm::Value *loadContiguous(const Access &access);
  llvm::Value *mayLoadTogether(const Access &access);
  BounceBuffer::Elements elementsOf(const Access &access) const;
  Access throughBuffer(const Access &access, llvm::Value *mayGoTogether);

  void storeParts(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  void storePieces(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  bool arePiecesTogether(const Access &access) const;
  llvm::Value *mayAccessPieces(const Access &access);
  llvm::Value *addressOfPiece(const Access &access, unsigned lane);
  llvm::Value *inOrderOfPieces(const Access &access, llvm::Value *vector);
  unsigned pieceLanes() const;
  void storeScattered(const Access &access, llvm::ArrayRef<llvm::Value *> parts);
  void storeFlat(const Access &access, llvm::Value *value);
  void storeActive(const Access &access, llvm::Value *value);
  void storeSpread(const Access &access, llvm::Value *value);
  void storeContiguous(const Access &access, llvm::Value *value);

  const StrideInfo &info;
  const LinearStrides linear;
  const CostModel &costs;
  const InterleavedRecords &records;
  LaneValues &values;
  EmittedStrides &strides;
  LaneScalars &scalars;
  Replicator &replicator;
  GangBuilder &gang;
  BounceBuffer bounce{gang};
};

} // namespace weft::compiler
